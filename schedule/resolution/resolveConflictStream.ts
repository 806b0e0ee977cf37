import { present } from '../../engine/present.ts';
import { type ConflictRecord, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import type { Strategy } from '../../engine/strategies/strategy.ts';
import type { Deps } from '../deps.ts';
import type { Scope } from '../types.ts';
import { requestOf, type ResolveContext, type ResolveInput } from './resolveConflict.ts';
import { type ResolutionTarget, resolutionTarget, type TargetRecord, targetRecord } from './resolutionTarget.ts';
import { type StrategyRecord, strategyRecord } from './strategyRecord.ts';

export type ResolveLine =
  | ({ readonly type: 'start'; readonly conflicts: readonly ConflictRecord[] } & TargetRecord)
  | { readonly type: 'strategy'; readonly strategy: StrategyRecord; readonly best: boolean }
  | { readonly type: 'done'; readonly complete: boolean; readonly strategies: number };

/**
 * Streams the strategies of `resolveConflict` as they are found, each with its rank among those found so far. The final list is a subset of the
 * streamed strategies. Throws like `resolveConflict` before the first line. The caller aborts the signal when it stops reading.
 */
export const resolveConflictStream = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  part: string,
  input: ResolveInput,
  context: ResolveContext = {},
): Promise<AsyncIterable<ResolveLine>> => {
  const target = await resolutionTarget(deps, scope, operation, part, input.virtualState);
  return lines(deps, target, input, context);
};

async function* lines(
  { resolutions }: Pick<Deps, 'resolutions'>,
  target: ResolutionTarget,
  input: ResolveInput,
  context: ResolveContext,
): AsyncGenerator<ResolveLine> {
  const { instance, imposed } = target;
  const waiting: ResolveLine[] = [];
  const found: Strategy[] = [];
  let wake: () => void = () => {};
  let isOver = false;
  const push = (line: ResolveLine): void => {
    waiting.push(line);
    wake();
  };
  const running = resolutions
    .resolve({
      ...requestOf(target, input, context),
      onConflicts: (conflicts) =>
        push({
          type: 'start',
          ...targetRecord(target),
          conflicts: conflicts.map((conflict) => toConflictRecord(instance, conflict)),
        }),
      onStrategy: (strategy, best) =>
        push({
          type: 'strategy',
          strategy: strategyRecord(instance, strategy, rankAmong(found, strategy), imposed),
          best,
        }),
    })
    .finally(() => {
      isOver = true;
      wake();
    });
  running.catch(() => {});
  while (!isOver || waiting.length > 0) {
    while (waiting.length > 0) yield present(waiting.shift());
    if (isOver) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  const { complete, strategies } = await running;
  yield { type: 'done', complete, strategies: strategies.length };
}

/** Rank of a strategy by score delta, then by number of moves; adds it to `found`. */
const rankAmong = (found: Strategy[], strategy: Strategy): number => {
  const before = found.filter(
    ({ delta, moves }) => delta < strategy.delta || (delta === strategy.delta && moves.length <= strategy.moves.length),
  );
  found.push(strategy);
  return before.length + 1;
};
