import type { Conflict } from '../conflicts/findConflicts.ts';
import type { Instance } from '../instance/instance.ts';
import type { CostLevels } from '../objective/score.ts';
import type { Board } from '../board/board.ts';
import { conflictsOf } from '../conflicts/boardConflicts.ts';
import { explainStrategy } from './explainStrategy.ts';
import type { Strategy, StrategyMove } from './strategy.ts';
import type { State } from './state.ts';

/** The unchanged plan and, on `board`, the plan after the moves. */
export interface Site {
  readonly base: Board;
  readonly board: Board;
  readonly before: CostLevels;
  readonly horizonSeconds: number;
}

/** Builds the strategy of a path whose moves have been made on `board`. */
export const buildStrategy = (
  { base, board, before }: Site,
  path: readonly State[],
  ranked: { readonly delta: number; readonly residualProbability: number },
): Strategy => {
  const moves = movesOf(path, base, board);
  const parts = [...new Set(path.map(({ part }) => part))];
  const old = conflictsAmong(base, parts);
  const now = conflictsAmong(board, parts);
  const strategy = {
    moves,
    resolves: [...old.keys()].filter((id) => !now.has(id)).sort(),
    creates: byTime([...now.values()].filter(({ id }) => !old.has(id))),
    before,
    after: levelsAfter(before, path, base),
    delta: ranked.delta,
    residualProbability: ranked.residualProbability,
    reassigned: path.filter(({ kind }) => kind === 'reassign').length,
    delayed: path.filter(({ kind }) => kind === 'delay').length,
    soonestStart: Math.min(...parts.map((part) => base.instance.start[part])),
  };
  return { ...strategy, explanation: explainStrategy(strategy, base.instance.names) };
};

export const byTime = (conflicts: readonly Conflict[]): readonly Conflict[] =>
  conflicts.toSorted((x, y) => x.start - y.start || x.end - y.end || (x.id < y.id ? -1 : 1));

const movesOf = (path: readonly State[], base: Board, board: Board): readonly StrategyMove[] => {
  const { operation } = base.instance;
  const isSwapped = (part: number, to: number): boolean =>
    path.some(
      (other) => other.kind === 'reassign' && other.to === base.placement[part] && base.placement[other.part] === to,
    );
  return path.map(({ part, kind, to, seconds }) => ({
    kind: kind === 'reassign' && isSwapped(part, to) ? 'swap' : kind,
    part,
    operation: operation[part],
    from: kind === 'delay' ? to : base.placement[part],
    to,
    start: board.instance.start[part],
    end: board.instance.end[part],
    delaySeconds: seconds,
  }));
};

const conflictsAmong = (board: Board, parts: readonly number[]): ReadonlyMap<string, Conflict> =>
  new Map(parts.flatMap((part) => conflictsOf(board, part).map((conflict) => [conflict.id, conflict] as const)));

const levelsAfter = (before: CostLevels, path: readonly State[], { instance, placement }: Board): CostLevels => {
  const last = path[path.length - 1];
  let unassigned = 0;
  let reassigned = 0;
  for (const { part, kind, to } of path) {
    if (kind === 'delay') continue;
    reassigned += reassignmentCost(instance, part, to) - reassignmentCost(instance, part, placement[part]);
    if (to < 0) unassigned += instance.unassignedCost[part];
  }
  const conflicts = last.conflicts * instance.conflictCost;
  const rules = last.alone + last.soft - unassigned - reassigned;
  return {
    total: before.total + conflicts + last.alone + last.delay + last.soft,
    conflicts: before.conflicts + conflicts,
    unassigned: before.unassigned + unassigned,
    reassigned: before.reassigned + reassigned,
    delay: before.delay + last.delay,
    rules: before.rules + rules,
  };
};

const reassignmentCost = ({ current, reassignedCost }: Instance, part: number, resource: number): number =>
  resource >= 0 && current[part] >= 0 && current[part] !== resource ? reassignedCost[part] : 0;

/**
 * `order` is unique for each strategy; `key` is equal for strategies that differ only by interchangeable resources: those with the same
 * tags, location and parent that nothing near the part uses before and after, at the same cost.
 */
export const keyOf = (
  { base, board }: Site,
  path: readonly State[],
  delta: number,
): { readonly key: string; readonly order: string } => {
  const delays = new Map(
    path.flatMap(({ part, kind, seconds }) => (kind === 'delay' ? [[part, seconds] as const] : [])),
  );
  const order: string[] = [];
  const key: string[] = [];
  for (const { part, kind, to, seconds } of path) {
    if (kind === 'delay') {
      order.push(`${part}+${seconds}`);
      key.push(`${part}+${seconds}`);
      continue;
    }
    order.push(`${part}>${to}`);
    const isPlain = kind === 'reassign' && !delays.has(part) && isClear(base, part, to) && isClear(board, part, to);
    key.push(isPlain ? `${part}~${interchangeClass(base.instance, to)}` : `${part}>${to}`);
  }
  return { key: `${key.sort().join(' ')} ${delta}`, order: order.sort().join(' ') };
};

const isClear = (board: Board, part: number, resource: number): boolean => {
  board.findPartners(part, resource);
  return board.partnerCount === 0;
};

/** Resources of one class are interchangeable: they have the same tags, location and parent. */
const interchangeClass = ({ names, resourceLocation, resourceParent }: Instance, resource: number): string =>
  `${names.resourceTags.of[resource]}.${resourceLocation[resource]}.${resourceParent[resource]}`;
