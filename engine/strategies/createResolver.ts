import type { Conflict } from '../conflicts/findConflicts.ts';
import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import { Plan } from '../board/plan.ts';
import type { CostLevels, Placement } from '../objective/score.ts';
import { Board } from '../board/board.ts';
import { buildStrategy, byTime, keyOf, type Site } from './buildStrategy.ts';
import { ChainBounds } from './chainBounds.ts';
import { conflictsOf, residualOf } from '../conflicts/boardConflicts.ts';
import { type Expansion, expand } from './expand.ts';
import { Interruption } from './interruption.ts';
import { Profiles } from './profiles.ts';
import { type Ranked, ResultList } from './resultList.ts';
import { StateBounds } from './stateBounds.ts';
import { StateQueue } from './stateQueue.ts';
import {
  DEFAULT_RESOLVE_OPTIONS,
  type Resolution,
  type ResolveOptions,
  type ResolveRun,
  type Strategy,
} from './strategy.ts';
import { applyState, deltaOf, isOpen, pathOf, revertState, rootState, type State, type Scratchpad } from './state.ts';
import { longestHardGap } from '../objective/pairs/buffers.ts';

/** Finds strategies for the parts of one plan; data computed for one part is reused for the others. */
export interface Resolver {
  /** The conflicts of the part, in order of time. */
  conflicts(part: number): readonly Conflict[];
  /** Searches strategies for the conflicts of the part. Throws RangeError when the part has no place or may not move. */
  resolve(part: number, options: Partial<ResolveOptions>, run: ResolveRun): Resolution;
}

/** The most states in the queue, which limits the memory of a hard case; when states are dropped, the result is reported as incomplete. */
const MOST_WAITING = 400_000;

/**
 * Best-first search over sequences of moves. Each move answers an open conflict: one of the part, or one that a move made. It reassigns
 * a part that was not touched yet, delays one by the least number of whole minutes that clears it of some other part, or leaves one
 * without a place. Pinned parts never move. Every reported score and conflict is exact. A state is expanded only while its bound
 * (StateBounds) can still improve the list, so that an empty queue proves the list.
 * Source: Glover, "Ejection chains, reference structures and alternating path methods", Discrete Applied Math. 65 (1996); best-first
 * branch and bound as in Lawler and Wood, Operations Research 14 (1966).
 */
export const createResolver = (instance: Instance, placement: Placement): Resolver => {
  const base = Board.movable(instance, placement);
  const board = Board.movable(instance, placement);
  let before: CostLevels | null = null;
  const horizonSeconds = nearHorizonSeconds(instance);
  const boundsByLimits = new Map<string, Known>();
  const knownFor = (options: ResolveOptions): Known => {
    const { allowDelay, maxDelaySeconds, allowUnassign, throughConflicts } = options;
    const key = `${allowDelay ? maxDelaySeconds : 0} ${allowUnassign} ${throughConflicts}`;
    let known = boundsByLimits.get(key);
    if (!known) {
      if (boundsByLimits.size >= 4) boundsByLimits.clear();
      const profiles = new Profiles(base, options);
      known = { profiles, chains: new ChainBounds(profiles) };
      boundsByLimits.set(key, known);
    }
    return known;
  };
  return {
    conflicts: (part) => byTime(conflictsOf(base, part)),
    resolve(part, given, run) {
      const options = { ...DEFAULT_RESOLVE_OPTIONS, ...given };
      const name = instance.names.parts[part];
      if (!(base.placement[part] >= 0)) throw new RangeError(`Part ${name} has no place.`);
      if (instance.pinned[part] !== NOT_PINNED) throw new RangeError(`Part ${name} may not move.`);
      before ??= new Plan(instance, placement).levels();
      const conflicts = byTime(conflictsOf(base, part));
      const padding = options.windowPaddingSeconds;
      const from = base.instance.start[part] - padding;
      const to = base.instance.end[part] + padding;
      const { profiles, chains } = knownFor(options);
      const work: Scratchpad = {
        board,
        base,
        options,
        interruption: new Interruption(() => run.stop()),
        target: part,
        profiles,
        mayMove: (other: number): boolean =>
          instance.pinned[other] === NOT_PINNED && base.instance.start[other] < to && base.instance.end[other] > from,
      };
      profiles.interruption = work.interruption;
      return new Search(conflicts, work, chains, { base, board, before, horizonSeconds }, run).resolve();
    },
  };
};

/** The gap in seconds from which on two parts on one resource are certain not to be in conflict. */
const nearHorizonSeconds = (instance: Instance): number => {
  const { horizonSeconds } = instance.uncertainty;
  return horizonSeconds === 0 ? 0 : horizonSeconds + longestHardGap(instance);
};

/** Data that every search under the same limits can reuse. */
interface Known {
  readonly profiles: Profiles;
  readonly chains: ChainBounds;
}

interface Found extends Ranked {
  readonly strategy: Strategy;
}

/** One search for strategies of a part. */
class Search {
  private readonly target: number;
  private readonly work: Scratchpad;
  private readonly chains: ChainBounds;
  private readonly site: Site;
  private readonly run: ResolveRun;
  private readonly conflicts: readonly Conflict[];
  /** Whom the target is in conflict with. */
  private readonly partners: readonly number[];
  private readonly list: ResultList<Found>;
  private bestDelta = Number.POSITIVE_INFINITY;
  private steps = 0;

  constructor(conflicts: readonly Conflict[], work: Scratchpad, chains: ChainBounds, site: Site, run: ResolveRun) {
    this.conflicts = conflicts;
    this.target = work.target;
    this.work = work;
    this.chains = chains;
    this.site = site;
    this.run = run;
    this.partners = conflicts.map(({ a, b }) => (a === work.target ? b : a));
    this.list = new ResultList<Found>(work.options.maxStrategies);
  }

  /** Search short strategies first: they are found and proven at once, and their costs prune the search for longer ones. */
  resolve(): Resolution {
    const { maxStrategies, maxMoves } = this.work.options;
    let complete = true;
    if (this.partners.length > 0 && maxStrategies > 0) {
      for (let limit = 1; limit <= maxMoves && complete; limit++) complete = this.searchUpTo(limit);
    }
    const strategies = this.list.items.map(({ strategy }) => strategy);
    return { conflicts: this.conflicts, strategies, complete, steps: this.steps };
  }

  /** Expands states of up to `limit` moves until none can improve the list; returns false when it had to end before. */
  private searchUpTo(limit: number): boolean {
    const { list, work, run } = this;
    const within = { ...work, options: { ...work.options, maxMoves: limit } };
    const bounds = new StateBounds(within, this.chains);
    const queue = new StateQueue();
    const seen = new Set<string>();
    let dropped = false;
    queue.push(rootState(this.target, this.partners));
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      if (state.depth > 0 && list.excludes(state.bound, state.depth + 1)) break;
      if (this.steps >= work.options.stepLimit || (this.steps > 0 && run.stop())) return false;
      const key = setKey(state);
      if (seen.has(key)) continue;
      seen.add(key);
      this.steps++;
      const { children, complete } = this.open(state, within, bounds);
      if (!complete) dropped = true;
      for (const child of children) {
        if (child.bound === Number.POSITIVE_INFINITY || list.excludes(child.bound, child.depth + 1)) continue;
        if (queue.size < MOST_WAITING) queue.push(child);
        else dropped = true;
      }
    }
    return !dropped;
  }

  /** Expands the state; offers its children to the list and reports those that enter it. */
  private open(state: State, within: Scratchpad, bounds: StateBounds): Expansion {
    const { list, run } = this;
    const { conflictCost } = this.work.base.instance;
    const { children, complete } = expand(state, within, bounds, (bound, moves) => list.excludes(bound, moves));
    const fresh: (Found | null)[] = [];
    // The best first, because there may be no time for all of them.
    for (const child of children.toSorted((x, y) => deltaOf(x, conflictCost) - deltaOf(y, conflictCost))) {
      if (fresh.length > 0 && run.stop()) break;
      fresh.push(this.offer(child));
    }
    for (const found of list.items) {
      if (!fresh.includes(found)) continue;
      run.report(found.strategy, found.delta < this.bestDelta);
      this.bestDelta = Math.min(this.bestDelta, found.delta);
    }
    return { children, complete: complete && fresh.length === children.length };
  }

  /** The state as a strategy in the list; null when it is none, or not good enough. */
  private offer(state: State): Found | null {
    const { site, list, target } = this;
    const { base, board } = this.work;
    if (state.conflicts >= 0) return null;
    const delta = deltaOf(state, base.instance.conflictCost);
    if (list.excludes(delta, state.depth) || !this.resolvesOne(state)) return null;
    const path = pathOf(state);
    applyState(board, path);
    const touched = [...new Set([target, ...path.map(({ part }) => part)])].sort((x, y) => x - y);
    const residualProbability = residualOf(board, touched, site.horizonSeconds);
    const ranked = { delta, moveCount: path.length, residualProbability, ...keyOf(site, path, delta) };
    const strategy = buildStrategy(site, path, ranked);
    revertState(board, base, path);
    const found = { ...ranked, strategy };
    return list.offer(found) ? found : null;
  }

  private resolvesOne(state: State): boolean {
    return this.partners.some((other) => !isOpen(state.open, this.target, other));
  }
}

/** A key of the set of moves: the same moves in another order are the same state. */
const setKey = (state: State): string =>
  pathOf(state)
    .map(({ part, kind, to, seconds }) => (kind === 'delay' ? `${part}+${seconds}` : `${part}>${to}`))
    .sort()
    .join(' ');
