import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { crowdedDocument } from '../../tests/cluster/clusterDatabase.ts';

/** A client of a server with one large planning. */
export interface Client {
  readonly organization: string;
  readonly operations: number;
  readonly ask: <T>(method: string, path: string, body?: unknown, workspace?: string) => Promise<T>;
  /** Subscribes to the events of the planning. */
  readonly follow: () => Promise<void>;
}

export const PLANNING = 'large';
const RESOURCES = 300;
const DRAFTED = 2000;
const BULK = 10_000;
/** One in this many operations is placed on its neighbor's resource. */
const IN_CONFLICT = 100;

const operation = (i: number): string => `${PLANNING}-o${i}`;
const resource = (i: number): string => `${PLANNING}-r${i % RESOURCES}`;

/** A document in which every operation has a place, and some share one. */
export const placedDocument = (operations: number): PlanningDocument => ({
  ...crowdedDocument(PLANNING, operations, RESOURCES),
  assignments: Array.from({ length: operations }, (_, i) => ({
    operation: operation(i),
    resource: resource(i % IN_CONFLICT === 1 ? i - 1 : i),
  })),
});

interface Task {
  readonly id: string;
  readonly finishedAt: string | null;
}

const path = `/v1/plannings/${PLANNING}/`;
const tasks = `${path}optimization-task-results/`;

const optimized = async ({ ask }: Client, parameters: object): Promise<string> => {
  const { id } = await ask<Task>('POST', `${path}optimize/`, { solver: 'local-search', ...parameters });
  for (;;) {
    const { finishedAt } = await ask<Task>('GET', `${tasks}${id}/`);
    if (finishedAt !== null) return id;
    await sleep(250);
  }
};

const tool = (name: string, input: object) => (client: Client) =>
  client.ask<{ result: { proposal: string } }>('POST', `${path}agent/tools/${name}/`, { input });

const bulkPatch = (client: Client, from: number, count: number, description: string, workspace?: string) =>
  client.ask(
    'PATCH',
    '/v1/operations/bulk/',
    Array.from({ length: count }, (_, i) => ({ id: operation(from + i), description })),
    workspace,
  );

let draft = '';
let run = '';
let proposal = '';
const latest = async ({ ask }: Client): Promise<string> =>
  (await ask<{ id: string }[]>('GET', `${path}changesets/?limit=1`))[0].id;

/** The steps, each of which continues where the previous ones ended; `follows` names those that it depends on. */
export const STEPS: readonly (readonly [
  name: string,
  step: (client: Client) => Promise<unknown>,
  follows?: readonly string[],
])[] = [
  ['the first operations', ({ ask }) => ask('GET', `${path}operations/?limit=10`)],
  ['all operations', ({ ask }) => ask('GET', `${path}operations/`)],
  ['export', ({ ask }) => ask('GET', `${path}export/`)],
  ['conflicts', ({ ask }) => ask('GET', `${path}conflicts/?limit=100`)],
  ['metrics', ({ ask }) => ask('GET', `${path}metrics/`)],
  ['metrics, ten points of the past', ({ ask }) => ask('GET', `${path}metrics/history/?points=10`)],
  ['candidates', ({ ask }) => ask('GET', `/v1/operations/${operation(5)}/candidates/`)],
  [
    'score of a virtual state',
    ({ ask }) =>
      ask('POST', `${path}score/`, {
        virtualState: { assignments: [{ operation: operation(1), resource: resource(7) }] },
      }),
  ],
  [
    'resolution',
    ({ ask }) => ask('POST', `/v1/operations/${operation(1)}/resolve-conflict/part/0/`, { virtualState: {} }),
  ],
  ['stress', ({ ask }) => ask('POST', `${path}stress/`, { samples: 10, timeLimitMs: 2000 })],
  ['a write that nobody follows', ({ ask }) => ask('PATCH', `/v1/operations/${operation(2)}/`, { description: 'a' })],
  ['the first follower', ({ follow }) => follow()],
  ['a followed write', ({ ask }) => ask('PATCH', `/v1/operations/${operation(2)}/`, { description: 'b' })],
  [
    'a followed move into conflict',
    ({ ask }) => ask('POST', '/v1/assignments/', { operation: operation(2), resource: resource(3) }),
  ],
  [
    'a strategy applied',
    ({ ask }) =>
      ask('POST', `/v1/operations/${operation(2)}/apply-strategy/`, {
        moves: [{ kind: 'reassign', operation: operation(2), fromResource: resource(3), toResource: resource(2) }],
      }),
    ['a followed move into conflict'],
  ],
  [
    'a proposal',
    async (client) => {
      const moves = [{ kind: 'reassign', operation: operation(201), toResource: resource(201) }];
      proposal = (await tool('propose_strategy', { moves, explanation: 'x' })(client)).result.proposal;
    },
  ],
  ['a proposal applied', ({ ask }) => ask('POST', `${path}agent/proposals/${proposal}/apply/`), ['a proposal']],
  [
    'a way to clear a resource',
    tool('clear_resource', { resource: resource(9), from: '2026-11-20T00:00:00Z', to: '2026-11-22T00:00:00Z' }),
  ],
  [
    'a dry run of two seconds',
    async (client) => {
      run = await optimized(client, { dryRun: true, parameters: { timeLimitSeconds: 2 } });
    },
  ],
  ['its result', ({ ask }) => ask('GET', `${tasks}${run}/result/?explain=false`), ['a dry run of two seconds']],
  ['its result, explained', ({ ask }) => ask('GET', `${tasks}${run}/result/`), ['a dry run of two seconds']],
  ['its plan applied', ({ ask }) => ask('POST', `${tasks}${run}/apply/`), ['a dry run of two seconds']],
  ['a run of two seconds', (client) => optimized(client, { parameters: { timeLimitSeconds: 2 } })],
  ['a change of 10 000', (client) => bulkPatch(client, 0, BULK, 'bulk')],
  [
    'its diffs',
    async (client) => client.ask('GET', `${path}changesets/${await latest(client)}/`),
    ['a change of 10 000'],
  ],
  [
    'its revert',
    async (client) => client.ask('POST', `${path}changesets/${await latest(client)}/revert/`),
    ['a change of 10 000'],
  ],
  [
    'a draft',
    async ({ ask }) => {
      draft = (await ask<{ id: string }>('POST', `${path}workspaces/`, { name: 'Draft' })).id;
    },
  ],
  ['2000 changes in it', (client) => bulkPatch(client, 0, DRAFTED, 'drafted', draft), ['a draft']],
  [
    'its conflicts',
    ({ ask }) => ask('GET', `${path}conflicts/?limit=100`, undefined, draft),
    ['a draft', '2000 changes in it'],
  ],
  ['its diff', ({ ask }) => ask('GET', `/v1/workspaces/${draft}/diff/`), ['a draft', '2000 changes in it']],
  ['a rebase', ({ ask }) => ask('POST', `/v1/workspaces/${draft}/rebase/`, {}), ['a draft', '2000 changes in it']],
  [
    'a look at publishing',
    ({ ask }) => ask('POST', `/v1/workspaces/${draft}/publish/`, { dryRun: true }),
    ['a draft', '2000 changes in it'],
  ],
  ['publishing', ({ ask }) => ask('POST', `/v1/workspaces/${draft}/publish/`, {}), ['a draft', '2000 changes in it']],
];
