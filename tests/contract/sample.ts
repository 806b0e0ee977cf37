import type { TestApp } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';

export type Row = Record<string, unknown>;
export interface Task extends Row {
  id: string;
  expectedTime: string;
}
export interface Operation extends Row {
  id: string;
  versionId: string;
  inboundTask: Task;
  outboundTask: Task;
}
interface Problem {
  path: string;
  code: string;
}

export const inbound = {
  taskName: 'TG920',
  scheduledTime: '2026-11-20T12:00:00Z',
  expectedTime: '2026-11-20T13:10:00+01:00',
  expectedTimesSource: 'predicted',
  expectedTimeP05: '2026-11-20T12:05:00Z',
  expectedTimeP95: '2026-11-20T12:25:00Z',
};
export const outbound = {
  taskName: 'TG921',
  plannedTime: '2026-11-20T14:00:00Z',
  expectedTime: '2026-11-20T14:00:00Z',
  sigma: 300,
  skewFactor: 0.5,
};

/** A server with a small planning, and a builder of operations in it. */
export interface Sample {
  readonly api: TestApp;
  /** Planning id. */
  readonly p: string;
  readonly operation: (more?: Row) => Row;
  readonly create: (more?: Row) => Promise<Operation>;
  /** Id of the planning's latest changeset. */
  readonly changes: () => Promise<unknown>;
}

/** Opens a server for a test file, as `useApp` does. */
export const openSample = async (): Promise<Sample> => {
  const api = await useApp();
  const p = await importSmall(api, api.scope);
  const operation = (more: Row = {}): Row => ({ planning: p, inboundTask: inbound, outboundTask: outbound, ...more });
  return {
    api,
    p,
    operation,
    create: (more) => api.accepted('POST /v1/operations/', { body: operation(more) }),
    changes: async () => ((await api.call(`GET /v1/plannings/${p}/`)).body as Row)['change'],
  };
};

export const problemsIn = (body: unknown): string[] =>
  ((body as { errors?: Problem[] }).errors ?? []).map(({ path, code }) => `${path}: ${code}`);
