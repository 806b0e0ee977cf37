/** What `meta/` says about solvers, rule kinds and limits is what requests accept. */
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { describeSolvers } from '../../cli/composition/solvePort.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';

interface Schema {
  readonly type: string;
  readonly properties: Readonly<Record<string, { readonly default?: unknown; readonly $ref?: string }>>;
  readonly additionalProperties: boolean;
}
interface Meta {
  readonly solvers: readonly { readonly id: string; readonly parameters: Schema }[];
  readonly ruleKinds: readonly { readonly kind: string; readonly parameters: Schema }[];
}

let p: string;
let meta: Meta;

const api = await useApp({ ports: { solvers: describeSolvers() } });
beforeAll(async () => {
  p = await importSmall(api, api.scope);
  meta = (await api.call(`GET /v1/plannings/${p}/meta/`)).body;
});

/** One value of each parameter that every run accepts. */
const VALUES = {
  timeLimitSeconds: 2,
  gap: 0.01,
  seed: 7,
  stepLimit: 10,
  window: { start_timestamp: 0, end_timestamp: 1 },
  frozenBefore: '2026-11-20T09:30:00.000Z',
  frozenOperations: [],
  maxReassignments: 3,
  moveStarted: true,
  weights: { conflict: 5 },
  referenceTime: '2026-11-20T09:30:00.000Z',
};

const pending = (solver: string, parameters: object) =>
  api.call(`POST /v1/plannings/${p}/optimize/`, { body: { solver, parameters, start: false } });

test('each solver has a self-contained JSON schema of all its parameters', () => {
  expect(meta.solvers.length).toBeGreaterThan(5);
  for (const { id, parameters } of meta.solvers) {
    expect([id, parameters]).toMatchObject([id, { type: 'object', additionalProperties: false }]);
    expect([id, Object.keys(parameters.properties)]).toEqual([
      id,
      expect.arrayContaining(Object.keys(VALUES)) as string[],
    ]);
    expect(JSON.stringify(parameters)).not.toContain('$ref');
  }
  for (const { kind, parameters } of meta.ruleKinds)
    expect([kind, parameters]).toMatchObject([kind, { properties: {} }]);
});

test('a parameter is accepted by the solvers that list it, and by no other', async () => {
  for (const { id, parameters } of meta.solvers) {
    const own = { ...VALUES, frontier: [0, null] };
    for (const [name, value] of Object.entries(own)) {
      const { status } = await pending(id, { [name]: value });
      expect([id, name, status]).toEqual([id, name, name in parameters.properties ? 202 : 400]);
    }
  }
});

test('the defaults are those of a run without parameters', async () => {
  for (const { id, parameters } of meta.solvers) {
    const run = (await pending(id, {})).body as { parameters: Record<string, unknown> };
    for (const [name, value] of Object.entries(run.parameters)) {
      expect([id, name, parameters.properties[name]?.default]).toEqual([id, name, value]);
    }
  }
});
