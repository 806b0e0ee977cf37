import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { int8 } from './int8.ts';
import type { Json, JsonObject } from './values.ts';
import type { RepairState } from '../runs/repairs.ts';
import type { RunStatus } from '../runs/runs.ts';

const json = (name: string) => jsonb(name).$type<Json>();

/** Optimization tasks. `attempt` is the fencing token: writes of a worker with an older attempt have no effect. */
export const runs = pgTable('runs', {
  id: text('id').primaryKey(),
  planning: integer('planning').notNull(),
  /** Workspace id. */
  workspace: text('workspace'),
  name: text('name'),
  status: text('status').$type<RunStatus>().notNull(),
  solver: text('solver').notNull(),
  parameters: jsonb('parameters').$type<JsonObject>().notNull(),
  dryRun: boolean('dry_run').notNull(),
  snapshotChange: int8('snapshot_change'),
  progress: jsonb('progress').$type<JsonObject>(),
  before: json('before'),
  after: json('after'),
  incumbent: json('incumbent'),
  result: json('result'),
  applied: json('applied'),
  changeset: text('changeset'),
  error: text('error'),
  createdBy: text('created_by'),
  createdAt: int8('created_at').notNull(),
  startedAt: int8('started_at'),
  finishedAt: int8('finished_at'),
  cancelRequestedAt: int8('cancel_requested_at'),
  cancelApply: boolean('cancel_apply').notNull(),
  attempt: integer('attempt').notNull(),
  worker: text('worker'),
  heartbeatAt: int8('heartbeat_at'),
  webhookSecret: text('webhook_secret'),
  webhookId: text('webhook_id'),
});

/** What the last search of each planning left for the next one. */
export const keptSearches = pgTable('kept_searches', {
  planning: integer('planning').primaryKey(),
  run: text('run').notNull(),
  /** Base64 of `engine/instance/keptSearch.ts`. */
  data: text('data').notNull(),
  at: int8('at').notNull(),
});

/** The assistant's proposals and the repairs, until they are pruned. The members after `changeset` are those of repairs. */
export const proposals = pgTable('proposals', {
  id: text('id').primaryKey(),
  planning: integer('planning').notNull(),
  workspace: text('workspace'),
  change: int8('change').notNull(),
  moves: json('moves'),
  score: json('score'),
  explanation: text('explanation').notNull(),
  createdBy: text('created_by'),
  createdAt: int8('created_at').notNull(),
  changeset: text('changeset'),
  source: text('source').$type<'agent' | 'repair'>().notNull(),
  state: text('state').$type<RepairState>(),
  reason: text('reason'),
  decidedBy: text('decided_by'),
  decidedAt: int8('decided_at'),
  details: jsonb('details').$type<JsonObject>(),
});

/** How far the standing repair of each planning has come, and which node works on it. */
export const repairWork = pgTable('repair_work', {
  planning: integer('planning').primaryKey(),
  /** Number of the last change that was taken into account. */
  handled: int8('handled').notNull(),
  /** Epoch milliseconds of the database; until then, no other node takes the planning. */
  leasedUntil: int8('leased_until').notNull(),
  /** When a node last took it. */
  takenAt: int8('taken_at').notNull(),
  /** The fencing token: results of a node with an older lease have no effect. */
  lease: integer('lease').notNull(),
  /** When the planning is looked at again even without a change; null: not at all. */
  nextAt: int8('next_at'),
  /** When each operation was last delayed, for as long as that counts. */
  delayed: jsonb('delayed').$type<JsonObject>().notNull(),
});

/** The workers that can solve pieces of other workers' runs. */
export const runHelpers = pgTable('run_helpers', {
  worker: text('worker').primaryKey(),
  /** Pieces and answers are exchanged between workers of one version only. */
  version: text('version').notNull(),
  /** The number of pieces that it can solve at a time. */
  places: integer('places').notNull(),
  beatAt: int8('beat_at').notNull(),
});

/** Pieces of runs for other workers to solve, until their answers were fetched. */
export const runPieces = pgTable('run_pieces', {
  run: text('run').notNull(),
  /** The attempt of the run that asked. */
  attempt: integer('attempt').notNull(),
  piece: integer('piece').notNull(),
  version: text('version').notNull(),
  /** Base64 of `solvers/pool/pieceCodec.ts`. */
  asked: text('asked').notNull(),
  askedAt: int8('asked_at').notNull(),
  /** The worker that has claimed it. */
  helper: text('helper'),
  beatAt: int8('beat_at'),
  /** Base64; null with `answeredAt` when the helper gave it back. */
  answer: text('answer'),
  answeredAt: int8('answered_at'),
});
