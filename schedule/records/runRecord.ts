import type { Run } from '../../db/runs/runs.ts';
import { fromJson } from '../storedAs.ts';
import { instant, instantOrNull } from './instants.ts';
import type { AfterRecord, RunRecord } from './records.ts';

/** Leaves out the webhook secret, which only the response that starts an external run contains. */
export const runRecord = (run: Run): RunRecord => ({
  id: run.id,
  planning: run.planning.id,
  workspace: run.workspace,
  name: run.name,
  status: run.status,
  solver: run.solver,
  parameters: run.parameters,
  dryRun: run.dryRun,
  progress: run.progress,
  before: fromJson<RunRecord['before']>(run.before),
  after: fromJson<AfterRecord | null>(run.after),
  changeset: run.changeset,
  applied: fromJson<RunRecord['applied']>(run.applied),
  error: run.error,
  createdBy: run.createdBy,
  createdAt: instant(run.createdAt),
  startedAt: instantOrNull(run.startedAt),
  finishedAt: instantOrNull(run.finishedAt),
});
