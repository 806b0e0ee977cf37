import { type Agent, type Answerer, createAgent } from '../../assistant/createAgent.ts';
import type { ModelOptions } from '../../assistant/model/createModel.ts';
import type { McpTarget } from '../../assistant/mcp/mcpServer.ts';
import { z } from 'zod';
import { findTool } from '../../assistant/tools/registry.ts';
import { ToolProblem } from '../../assistant/tools/tool.ts';
import {
  AgentLine,
  AgentRequest,
  AppliedProposal,
  McpMessage,
  McpQuery,
  ToolAnswer,
  ToolRequest,
} from '../contract/agent.ts';
import type { AppDependencies } from '../dependencies.ts';
import { EdgeError, failureOf } from '../errors.ts';
import { streamLines } from '../routing/mount.ts';
import { parse } from '../routing/parse.ts';
import { route } from '../routing/route.ts';
import { API_VERSION } from '../openapi/openApiDocument.ts';

const tag = 'Agent';

/** An assistant with a language model. The libraries for the model are loaded with the first request. */
const modelOf = (options: ModelOptions): Answerer => {
  let model: Promise<Answerer> | null = null;
  return async (conversation, request) => {
    model ??= import('../../assistant/model/createModel.ts').then(({ createModel }) => createModel(options));
    return (await model)(conversation, request);
  };
};

const agents = new WeakMap<AppDependencies, Agent>();

const agentOf = (deps: AppDependencies): Agent => {
  let agent = agents.get(deps);
  if (agent === undefined) {
    const { schedule, identity, agentModel, log } = deps;
    agent = createAgent({
      schedule,
      clock: identity.clock,
      onFault: (error) => log.error({ err: error }, 'assistant tool failed'),
      ...(agentModel === undefined ? {} : { model: modelOf(agentModel) }),
    });
    agents.set(deps, agent);
  }
  return agent;
};

export const agentRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/agent/',
      tag,
      summary: 'Ask the assistant',
      description:
        'The request has the chat history; the response streams text, tool calls with their results, and proposals. Nothing is changed: a proposal is applied by a request of its own.',
      body: AgentRequest,
      large: true,
      lines: AgentLine,
      workspaceAware: true,
    },
    async ({ scope, params, body, abort, context }, deps) => {
      const caller = { scope, planning: params.id, signal: abort.signal };
      return streamLines(context, await agentOf(deps).chat(caller, body), abort);
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/agent/proposals/{proposal_id}/apply/',
      tag,
      summary: 'Apply a proposal of the assistant',
      description:
        'Writes the proposal to the workspace or mainline that it was made on. A proposal is written once; applying it again returns the same changeset. Moves that no longer fit the schedule are skipped and listed. A proposal expires after 24 hours. X-Workspace-Id is not needed; with it, only proposals of that draft are found: any other is 404.',
      response: AppliedProposal,
      workspaceAware: true,
    },
    ({ scope, params }, { schedule }) => schedule.applyProposal(scope, params.id, params.proposal_id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/agent/tools/{tool}/',
      tag,
      summary: 'Run one tool of the assistant',
      description:
        'For other assistants, such as through `tidegate mcp`. Tools read, evaluate and propose; none changes the schedule.',
      body: ToolRequest,
      large: true,
      response: ToolAnswer,
      workspaceAware: true,
    },
    async ({ scope, params, body, abort }, deps) => {
      const caller = { scope, planning: params.id, signal: abort.signal };
      const tool = findTool(params.tool);
      if (tool === undefined) throw new EdgeError('not_found', `There is no tool ${params.tool}.`);
      const { input } = parse(z.object({ input: tool.input }), { input: body.input ?? {} });
      try {
        const result = await agentOf(deps).runTool(caller, tool.name, input, body.virtualState);
        return { result };
      } catch (error) {
        if (error instanceof ToolProblem) throw new EdgeError('value_refused', error.message);
        throw error;
      }
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/mcp/',
      tag,
      summary: 'The tools of the assistant through the Model Context Protocol',
      description:
        'Streamable HTTP without sessions: each JSON-RPC message is one request, and its response is JSON. Assistants that support the protocol need this address and an API key (`Authorization: Bearer …`). They work with the rights of the key on the planning, or on the draft that X-Workspace-Id names. GET and DELETE are not supported (405).',
      query: McpQuery,
      body: McpMessage,
      large: true,
      response: McpMessage,
      accepts: true,
      workspaceAware: true,
    },
    async ({ scope, params, query, body, abort, context }, deps) => {
      const caller = { scope, planning: params.id, signal: abort.signal };
      const target: McpTarget = {
        tool: (name, input) => agentOf(deps).runTool(caller, name, input),
        apply: (proposal) => deps.schedule.applyProposal(scope, params.id, proposal),
        refusalOf(error) {
          if (error instanceof ToolProblem) return error.message;
          const { body: failure, expected } = failureOf(error, String(context.get('requestId')));
          if (!expected) deps.log.error({ err: error, requestId: context.get('requestId') }, 'assistant tool failed');
          return failure.detail;
        },
      };
      if (scope.workspace !== null) await deps.schedule.getWorkspace(scope, scope.workspace);
      // Imported here, so that the library is loaded only with the first message.
      const { answerMcp } = await import('../../assistant/mcp/mcpOverHttp.ts');
      const options = { version: API_VERSION, allowWrites: query.writes ?? false };
      const answer = await answerMcp(body, context.req.header('MCP-Protocol-Version'), target, options);
      if (answer.refused !== undefined) throw new EdgeError('validation_failed', answer.refused);
      return answer.message === undefined ? context.body(null, 202) : context.json(answer.message);
    },
  ),
];
