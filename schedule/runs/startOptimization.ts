import type { NewRun, Run } from '../../db/runs/runs.ts';
import type { TransactionSql } from '../../db/connection/database.ts';
import { locate } from '../access/authorize.ts';
import { readState, requireDraft } from '../access/readState.ts';
import { findAnswer, orAgain, saveAnswer } from '../changes/idempotency.ts';
import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { OptimizeInput, Scope } from '../types.ts';
import { requireOperations, requireParameters, requireSolver, solverFor, withDefaults } from './parameters.ts';
import { enqueueRun } from './enqueueRun.ts';
import { EXTERNAL, runOf } from './runAccess.ts';
import { newWebhookSecret } from '../webhooks/signature.ts';

/** Creates an optimization task, and enqueues its job in the same transaction, unless it is to wait (`start: false`) or is solved externally. */
export const startOptimization = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  input: OptimizeInput,
): Promise<RunRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const answer = await findAnswer<string>(deps, scope, [ref]);
  if (answer !== null) return runRecord(await runOf(deps, ref, answer.result));
  const solver = solverFor(deps, input);
  requireSolver(deps, solver);
  const state = await readState(deps, scope, ref);
  if (scope.workspace !== null) requireDraft(state, scope.workspace);
  const parameters = withDefaults(solver, input.parameters ?? {});
  requireParameters(deps, solver, parameters);
  requireOperations(state, parameters);
  const isStarted = input.start !== false;
  const isHere = solver !== EXTERNAL;
  const run: NewRun = {
    id: deps.ids(),
    planning: ref,
    workspace: scope.workspace,
    name: input.name ?? null,
    status: isStarted ? 'STARTING' : 'PENDING',
    solver,
    parameters,
    dryRun: input.dryRun ?? false,
    snapshotChange: isStarted ? state.change : null,
    createdBy: scope.actor.user,
    startedAt: isStarted && !isHere ? deps.clock() : null,
    webhookSecret: isHere ? null : newWebhookSecret(),
  };
  const again = (): Promise<RunRecord> => startOptimization(deps, scope, planning, input);
  const created = await orAgain(deps, scope, again, () =>
    deps.transaction(async (sql) => {
      const made = await deps.runs.create(run, sql);
      await saveAnswer(deps, scope, sql, [ref], [], run.id);
      if (isStarted && isHere) await enqueueRun(deps, made, sql);
      return runRecord(made);
    }),
  );
  const isMine = created.id === run.id && run.webhookSecret !== null;
  return isMine ? { ...created, webhookSecret: run.webhookSecret } : created;
};

/** Gives a run that has just become STARTING its snapshot and, unless it is solved externally, its job. */
export const begin = async (deps: Ports, run: Run, snapshotChange: number, sql: TransactionSql): Promise<Run> => {
  const startedAt = run.solver === EXTERNAL ? deps.clock() : null;
  const begun = await deps.runs.update(
    run.id,
    { from: ['STARTING'] },
    { snapshotChange, ...(startedAt === null ? {} : { startedAt }) },
    sql,
  );
  if (run.solver !== EXTERNAL) await enqueueRun(deps, run, sql);
  return begun ?? run;
};
