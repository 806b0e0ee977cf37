import { toShare } from '../../engine/objective/wireNumbers.ts';
import { type ConflictRecord, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { type Instance, resourceIdOf } from '../../engine/instance/instance.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import { toScore } from '../../engine/objective/score.ts';
import type { Resolution, Strategy } from '../../engine/strategies/strategy.ts';
import { withDelay } from '../plans/imposedDelay.ts';
import type { ScoreChange } from '../plans/judgeMoves.ts';
import type { Move } from '../plans/moves.ts';

export interface StrategyRecord {
  readonly rank: number;
  readonly moves: readonly Move[];
  readonly resolves: readonly string[];
  readonly creates: readonly ConflictRecord[];
  readonly score: ScoreChange;
  readonly residualProbability: number;
  readonly reassigned: number;
  readonly delayed: number;
  /** When the first operation that the strategy moves or delays starts, before any delay. */
  readonly soonestStartAt: string;
  readonly explanation: string;
}

export interface Strategies {
  readonly conflicts: readonly ConflictRecord[];
  readonly strategies: readonly StrategyRecord[];
  /** Whether no better strategy exists within the limits. */
  readonly complete: boolean;
}

/** `imposed` is what the delays of the virtual state cost, in hundredths. */
export const strategiesRecord = (
  instance: Instance,
  { conflicts, strategies, complete }: Resolution,
  imposed: number,
): Strategies => ({
  conflicts: conflicts.map((conflict) => toConflictRecord(instance, conflict)),
  strategies: strategies.map((strategy, index) => strategyRecord(instance, strategy, index + 1, imposed)),
  complete,
});

/** Converts a strategy to the format of the API: ids, instants, and weight units. */
export const strategyRecord = (
  instance: Instance,
  strategy: Strategy,
  rank: number,
  imposed: number,
): StrategyRecord => {
  const { names, origin, partIndex } = instance;
  const { resolves, before, after, delta, residualProbability, reassigned, delayed, explanation } = strategy;
  // A part that is not stored has a generated id, so its index is shown instead.
  const nameOf = (part: number): string =>
    names.parts[part].includes('/') ? String(partIndex[part]) : names.parts[part];
  return {
    rank,
    moves: strategy.moves.map(({ kind, part, operation, from, to, start, end, delaySeconds }) => ({
      kind,
      operation: names.operations[operation],
      part: nameOf(part),
      fromResource: resourceIdOf(names, from),
      toResource: resourceIdOf(names, to),
      startAt: formatInstant((origin + start) * 1000),
      endAt: formatInstant((origin + end) * 1000),
      delaySeconds,
    })),
    resolves,
    creates: strategy.creates.map((conflict) => toConflictRecord(instance, conflict)),
    score: {
      before: toScore(withDelay(before, imposed)),
      after: toScore(withDelay(after, imposed)),
      delta: delta / 100,
    },
    residualProbability: toShare(residualProbability),
    reassigned,
    delayed,
    soonestStartAt: formatInstant((origin + strategy.soonestStart) * 1000),
    explanation,
  };
};
