import type { Repair, RepairState } from '../../db/runs/repairs.ts';
import { toWeight } from '../../engine/objective/wireNumbers.ts';
import { recordOf } from '../../engine/recordOf.ts';
import { locate } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import { REPAIR_STATES } from '../entities/repairPolicy.ts';
import type { Move } from '../plans/moves.ts';
import { instant } from '../records/instants.ts';
import { fromJson } from '../storedAs.ts';
import type { Scope } from '../types.ts';
import { toWallTime } from '../../engine/zonedTime.ts';
import { mayApply, policyOf } from './policy.ts';
import { detailsOf } from './repairRecord.ts';

const MOST_REPAIRS = 10_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface RepairHour {
  readonly startAt: string;
  readonly proposed: number;
  readonly applied: number;
  readonly refused: number;
  readonly stale: number;
  readonly withdrawn: number;
  readonly moves: number;
  readonly conflictsClosed: number;
  readonly conflictMinutesAvoided: number;
}

export interface RepairBalance {
  readonly planning: string;
  readonly since: string;
  readonly mode: 'off' | 'propose' | 'apply';
  readonly paused: string | null;
  /** Whether every change has been handled, and in the mode apply everything written that may be. */
  readonly caughtUp: boolean;
  readonly proposed: number;
  readonly open: number;
  readonly applied: number;
  readonly refused: number;
  readonly stale: number;
  readonly withdrawn: number;
  /** Applied repairs that a person reverted. */
  readonly undone: number;
  readonly moves: number;
  readonly operationsMoved: number;
  readonly conflictsClosed: number;
  /** Of applied repairs that nobody reverted: minutes for which the conflicts that they closed overlapped. */
  readonly conflictMinutesAvoided: number;
  readonly loss: number;
  readonly proved: number;
  readonly latencyMs: { readonly median: number | null; readonly p95: number | null };
  readonly conflicts: number | null;
  readonly conflictMinutes: number | null;
  /** Each hour in which something was proposed or decided, in order. */
  readonly hours: readonly RepairHour[];
}

/** What the standing repair has done since a time (default: a day ago), and how many conflicts there are now; null if there are too many to list. */
export const repairBalance = async (
  deps: Pick<Deps, 'store' | 'repairs' | 'conflicts' | 'clock'>,
  scope: Scope,
  planning: string,
  sinceText: string | null,
): Promise<RepairBalance> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const since = sinceText === null ? deps.clock() - DAY_MS : Date.parse(sinceText);
  // Asked in this order, because what is handled later may be open no longer, but not the other way around.
  const hasHandledAll = await deps.repairs.hasHandledAll(ref);
  const state = await deps.store.state({ planning: ref });
  const repairs = await deps.repairs.list(ref, { since, limit: MOST_REPAIRS });
  const counts = recordOf(REPAIR_STATES, (one: RepairState) => repairs.filter((repair) => repair.state === one).length);
  const applied = repairs.filter((one) => one.state === 'applied');
  const moves = applied.flatMap((one) => fromJson<readonly Move[]>(one.moves));
  const latencies = repairs.flatMap((one) => detailsOf(one).latencyMs ?? []).sort((a, b) => a - b);
  await deps.conflicts.ready(state);
  const conflicts = deps.conflicts.at(state);
  const policy = policyOf(state);
  const { mode, paused } = policy;
  return {
    planning: ref.id,
    since: instant(since),
    mode,
    paused: paused?.detail ?? null,
    caughtUp:
      hasHandledAll && !(mayApply(policy) && (await deps.repairs.list(ref, { state: 'open', limit: 1 })).length > 0),
    proposed: repairs.filter(({ createdAt }) => createdAt >= since).length,
    ...counts,
    undone: applied.filter(({ reason }) => reason !== null).length,
    moves: moves.length,
    operationsMoved: new Set(moves.map(({ operation }) => operation)).size,
    conflictsClosed: closedBy(applied),
    conflictMinutesAvoided: avoidedBy(applied),
    loss: toWeight(applied.reduce((sum, one) => sum + detailsOf(one).loss, 0)),
    proved: repairs.filter((one) => detailsOf(one).proved).length,
    latencyMs: { median: at(latencies, 0.5), p95: at(latencies, 0.95) },
    conflicts: conflicts?.length ?? null,
    conflictMinutes:
      conflicts && Math.round(conflicts.reduce((sum, { overlapSeconds }) => sum + overlapSeconds, 0) / 60),
    hours: hoursOf(repairs, since, state.record.fields.timezone),
  };
};

const closedBy = (applied: readonly Repair[]): number =>
  applied.reduce((sum, one) => sum + detailsOf(one).closes.length, 0);

const avoidedBy = (applied: readonly Repair[]): number => {
  const closed = applied.filter(({ reason }) => reason === null).flatMap((one) => detailsOf(one).closes);
  return Math.round(closed.reduce((sum, { overlapSeconds }) => sum + overlapSeconds, 0) / 60);
};

/** The balance by hours of the planning's wall clock. */
const hoursOf = (repairs: readonly Repair[], since: number, zone: string): readonly RepairHour[] => {
  const hourOf = (ms: number): number => ms - (ms % MINUTE_MS) - toWallTime(ms, zone).minute * MINUTE_MS;
  const proposed = Map.groupBy(
    repairs.filter(({ createdAt }) => createdAt >= since),
    ({ createdAt }) => hourOf(createdAt),
  );
  const decided = Map.groupBy(
    repairs.filter(({ decidedAt }) => decidedAt !== null),
    ({ decidedAt }) => hourOf(decidedAt ?? 0),
  );
  return [...new Set([...proposed.keys(), ...decided.keys()])]
    .sort((a, b) => a - b)
    .map((hour) => {
      const of = (state: RepairState) => (decided.get(hour) ?? []).filter((one) => one.state === state);
      const applied = of('applied');
      return {
        startAt: instant(hour),
        proposed: proposed.get(hour)?.length ?? 0,
        applied: applied.length,
        refused: of('refused').length,
        stale: of('stale').length,
        withdrawn: of('withdrawn').length,
        moves: applied.reduce((sum, one) => sum + fromJson<readonly Move[]>(one.moves).length, 0),
        conflictsClosed: closedBy(applied),
        conflictMinutesAvoided: avoidedBy(applied),
      };
    });
};

const at = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
