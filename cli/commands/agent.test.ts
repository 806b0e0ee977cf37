import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { midway, NOW } from '../../assistant/testing/openAgent.ts';
import { TOOLS } from '../../assistant/tools/registry.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { listenLocally } from '../../tests/listenLocally.ts';
import { readLines } from '../../client/lines.ts';
import { type AgentClient, openAgentClient } from '../agentClient.ts';
import { InputError } from '../inputFile.ts';
import { agentCommand, Chat } from './agent.ts';
import { createMcpServer } from '../../assistant/mcp/mcpServer.ts';
import { mcpCommand, mcpTarget } from './mcp.ts';

const app = await useApp({ ports: { clock: () => NOW } });
let server: ServerType;
let url: string;
let client: AgentClient;
beforeAll(async () => {
  await app.call(`POST /v1/organizations/${app.admin.organization}/plannings/import/`, { body: midway() });
  server = createAdaptorServer({ fetch: app.app.fetch });
  url = `http://127.0.0.1:${await listenLocally(server)}`;
  client = await openAgentClient({ url, token: app.admin.key });
});
afterAll(() => void server.close());

/** A message may have one character less. */
const TOO_LONG = 'x'.repeat(100_001);

const latestChange = async (): Promise<string> =>
  ((await app.call(`GET /v1/plannings/${client.planning}/changesets/?limit=1`)).body as { id: string }[])[0].id;

describe('tidegate agent', () => {
  test('shows answers, and applies a proposal on /apply', async () => {
    let shown = '';
    const chat = new Chat(client, (text) => {
      shown += text;
    });
    await chat.say('where is WN 807?');
    expect(shown).toBe('[find_operations] WN 807 / WN 103 is on B12, 17:38–18:25.\n');
    await chat.say('move it to B20');
    expect(shown).toContain('[proposal 1: WN 807 / WN 103 from B12 to B20. /apply 1]');
    const before = await latestChange();
    await chat.say('/apply 2');
    expect(shown).toContain('There is no proposal 2');
    expect(await latestChange()).toBe(before);
    await chat.say('/apply 1');
    expect(shown).toContain(`Applied as change ${await latestChange()}.`);
    await chat.say('/apply 1');
    expect(shown.match(/Applied as change/g)).toHaveLength(2);
  });

  test('a question on the command line that is refused is bad input', async () => {
    const ask = (question: string) =>
      agentCommand().parseAsync(['--url', url, '--token', app.admin.key, '--planning', client.planning, question], {
        from: 'user',
      });
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await ask('conflicts');
      expect(process.exitCode).toBeUndefined();
      await ask(TOO_LONG);
      expect(process.exitCode).toBe(2);
    } finally {
      process.exitCode = undefined;
      vi.restoreAllMocks();
    }
  });

  test('shows why the server refuses a request', async () => {
    let shown = '';
    await new Chat(client, (text) => {
      shown += text;
    }).say(TOO_LONG);
    expect(shown).toContain('messages.0.content: must have at most');
    await expect(client.apply('x')).rejects.toThrow(InputError);
  });

  test('a planning, a draft, a key or an address that is not there is refused at once, also by the tools', async () => {
    const { planning } = client;
    const token = app.admin.key;
    const refusal = (options: Parameters<typeof openAgentClient>[0]) =>
      openAgentClient(options).then(
        () => null,
        (error: unknown) => (error instanceof InputError ? error.problems : error),
      );
    expect(await refusal({ url, token, planning: 'nothing' })).toEqual(['404: There is no planning nothing.']);
    expect(await refusal({ url, token, planning, workspace: 'fog' })).toEqual(['404: There is no workspace fog.']);
    expect(await refusal({ url, token: 'tg_wrong_key', planning })).toEqual([expect.stringMatching(/^401: /)]);
    expect(await refusal({ url: 'http://127.0.0.1:9', token, planning })).toEqual([
      'http://127.0.0.1:9 cannot be reached',
    ]);
    expect(await refusal({ url: '127.0.0.1:8080', token })).toEqual([
      expect.stringContaining('127.0.0.1:8080: is not an http or https URL'),
    ]);
    const mcp = mcpCommand().parseAsync(['--url', url, '--token', token, '--planning', 'nothing'], { from: 'user' });
    await expect(mcp).rejects.toThrow('There is no planning nothing.');
  });

  test('reads lines however the stream is cut into chunks', async () => {
    const bytes = new TextEncoder().encode(
      '{"type":"text","delta":"é"}\n\n{"type":"heartbeat"}\n{"type":"done","usage":null}\n',
    );
    for (let size = 1; size < 9; size++) {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      const lines: unknown[] = [];
      for await (const line of readLines(stream)) lines.push(line);
      expect(lines).toEqual([
        { type: 'text', delta: 'é' },
        { type: 'done', usage: null },
      ]);
    }
  });
});

const isFree = ['B19', 'B20'].values();

/** The two ways to reach the tools: through `tidegate mcp`, and through the server itself. */
const TRANSPORTS = [
  {
    name: 'tidegate mcp',
    open: async (allowWrites: boolean): Promise<Transport> => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await createMcpServer(mcpTarget(client), { version: '1', allowWrites }).connect(theirs);
      return ours;
    },
  },
  {
    name: 'MCP over HTTP',
    open: async (allowWrites: boolean): Promise<Transport> => {
      const address = new URL(`${url}/v1/plannings/${client.planning}/mcp/${allowWrites ? '?writes=true' : ''}`);
      const headers = { Authorization: `Bearer ${app.admin.key}` };
      return new StreamableHTTPClientTransport(address, { requestInit: { headers } });
    },
  },
];

describe.each(TRANSPORTS)('$name', ({ open }) => {
  const connect = async (allowWrites: boolean): Promise<Client> => {
    const assistant = new Client({ name: 'test', version: '1' });
    await assistant.connect(await open(allowWrites));
    return assistant;
  };
  const call = async (assistant: Client, name: string, input: object) => {
    const { content, isError } = await assistant.callTool({ name, arguments: { ...input } });
    return { text: (content as { text: string }[])[0].text, isError: isError ?? false };
  };

  test('offers the tools that only read, and runs them on the server', async () => {
    const assistant = await connect(false);
    expect(assistant.getInstructions()).toMatch(/one planning.* This connection only reads\.$/);
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.filter(({ writes }) => !writes).map(({ name }) => name));
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const { text, isError } = await call(assistant, 'list_conflicts', { resource: 'B7', limit: 1 });
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toMatchObject({ total: expect.any(Number), conflicts: [{ resource: { name: 'B7' } }] });
    expect(await call(assistant, 'explain_placement', { operation: 'XY99' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no operation called "XY99"'),
    });
    expect(await call(assistant, 'list_conflicts', { limit: 'many' })).toMatchObject({ isError: true });
    for (const name of ['propose_changes', 'apply_proposal', 'start_optimization']) {
      expect(await call(assistant, name, {})).toMatchObject({
        isError: true,
        text: expect.stringContaining('There is no tool'),
      });
    }
  });

  // Guarantee: what a caller misspells or contradicts is refused, and never answered as if it had asked for something else.
  test.each<readonly [string, object, string]>([
    ['find_operations', { resources: 'B7' }, 'Unrecognized key: "resources"'],
    ['what_if', { closed: { resource: 'B7', until: '18:00' } }, 'Unrecognized key: "until"'],
    ['find_operations', { from: '2008-02-30T10:00' }, 'is not a time'],
    ['what_if', {}, 'names no change'],
    ['what_if', { times: [{ operation: 'WN 807', lateMinutes: 5, arrival: '19:00' }] }, 'not both'],
    ['what_if', { times: [{ operation: 'WN 807', departure: '15:00' }] }, 'would leave before it arrives'],
    [
      'what_if',
      { times: [5, 9].map((lateMinutes) => ({ operation: 'WN 807', lateMinutes })) },
      'name an operation twice',
    ],
    ['propose_strategy', { moves: [{ kind: 'reassign' }] }, 'names no toResource'],
    ['propose_strategy', { moves: [{ kind: 'unassign', toResource: 'stand-B20' }] }, 'yet names a toResource'],
    ['propose_strategy', { moves: [{ kind: 'delay' }] }, 'says not how long'],
  ])('refuses %s with %j', async (name, input, said) => {
    const assistant = await connect(true);
    const found = JSON.parse((await call(assistant, 'find_operations', { query: 'WN 807' })).text) as {
      operations: { id: string }[];
    };
    const [{ id: operation }] = found.operations;
    const moves = (input as { moves?: object[] }).moves?.map((move) => ({ ...move, operation }));
    const given = moves === undefined ? input : { moves, explanation: 'x' };
    const answer = await call(assistant, name, given);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(said) });
  });

  test('takes the moves of a strategy as it answered them', async () => {
    const assistant = await connect(true);
    const { tools } = await assistant.listTools();
    const schema = JSON.stringify(tools.find(({ name }) => name === 'propose_strategy')?.inputSchema.properties);
    expect(schema).not.toContain('"additionalProperties":false');
    const answer = await call(assistant, 'resolve_conflict', { operation: 'WN 1450' });
    const { strategies } = JSON.parse(answer.text) as { strategies: { moves: object[]; explanation: string }[] };
    const [{ moves, explanation }] = strategies;
    expect(await call(assistant, 'propose_strategy', { moves, explanation })).toMatchObject({ isError: false });
  });

  test('with writes allowed, proposes and applies', async () => {
    const assistant = await connect(true);
    expect(assistant.getInstructions()).toContain('apply it only when the user agrees');
    const { tools } = await assistant.listTools();
    expect(tools).toHaveLength(TOOLS.length + 1);
    const resource = isFree.next().value;
    const change = { changes: [{ operation: 'WN 2205', resource }], explanation: 'Frees B12.' };
    const { proposal } = JSON.parse((await call(assistant, 'propose_changes', change)).text) as { proposal: string };
    const { id } = JSON.parse((await call(assistant, 'apply_proposal', { proposal })).text) as { id: string };
    expect(id).toBe(await latestChange());
  });
});

describe('MCP over HTTP', () => {
  const post = (body: object, { path = client.planning, headers = {} } = {}) =>
    app.call(`POST /v1/plannings/${path}/mcp/?writes=true`, { body: { jsonrpc: '2.0', ...body }, headers });
  const tool = (name: string, input: object) => ({
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { ...input } },
  });

  test('needs no session: any message may come first, and each is answered by itself', async () => {
    expect((await post({ id: 7, method: 'tools/list' })).body).toMatchObject({
      id: 7,
      result: { tools: expect.anything() },
    });
    const { status, text } = await post({ method: 'notifications/initialized' });
    expect([status, text]).toEqual([202, '']);
    expect((await post({ id: 8, method: 'nothing/such' })).body).toMatchObject({ id: 8, error: { code: -32601 } });
    const odd = await post({ id: {} });
    const future = await post({ id: 9, method: 'ping' }, { headers: { 'MCP-Protocol-Version': '2999-01-01' } });
    expect([odd.status, future.status]).toEqual([400, 400]);
    expect((await fetch(`${url}/v1/plannings/${client.planning}/mcp/`)).status).toBe(405);
  });

  test('has the rights of its key, and works on the draft in X-Workspace-Id', async () => {
    const viewer = await app.newUser('viewer', app.admin.organization);
    const body = { jsonrpc: '2.0', ...tool('apply_proposal', { proposal: 'p' }) };
    const refused = await app.call(`POST /v1/plannings/${client.planning}/mcp/?writes=true`, { body, as: viewer });
    expect(refused.body).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringMatching(/role planner/) }] },
    });
    const stranger = await app.newUser('admin');
    const foreign = await app.call(`POST /v1/plannings/${client.planning}/mcp/`, { body, as: stranger });
    expect(foreign.status).toBe(404);
    const draft = async (name: string): Promise<string> => {
      const made = await app.call(`POST /v1/plannings/${client.planning}/workspaces/`, { body: { name } });
      return (made.body as { id: string }).id;
    };
    const [first] = [await draft('First'), await draft('Second')];
    const compared = await post(tool('compare_workspace', {}), { headers: { 'X-Workspace-Id': first } });
    expect(compared.body).toMatchObject({ result: { content: [{ text: expect.stringContaining('"name":"First"') }] } });
    expect((await post(tool('compare_workspace', {}))).body).toMatchObject({ result: { isError: true } });
  });
});
