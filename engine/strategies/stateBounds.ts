import type { ChainBounds } from './chainBounds.ts';
import { isDelayed, isOpen, isTouched, isUnassigned, participantsOf, type State, type Scratchpad } from './state.ts';

/** States with more open conflicts get no bound of their own, because computing it would take longer than expanding them. */
const MOST_OPEN = 128;
/** The number of bits that a subset can have. */
const MOST_PARTICIPANTS = 30;
const NO_PART = -1;

/** A part of an open conflict of the state whose bound is computed. */
interface Participant {
  readonly part: number;
  readonly isTouched: boolean;
  readonly isUnassigned: boolean;
  readonly canDelay: boolean;
  /** The most soft cost that can disappear when it is touched. */
  readonly soft: number;
  /** Its current resource. */
  readonly place: number;
  /** The cost of its further conflicts that end when it is touched. */
  readonly ends: number;
  /**
   * For each of its open conflicts, the delay in seconds that ends it and the bit of the other participant (0 if it is none), in order
   * of delay.
   */
  readonly delays: readonly { readonly seconds: number; readonly bit: number }[];
  /** The cache of the least cost of reassigning or unassigning it, by number of moves. */
  readonly leaving: number[];
}

/** Which subsets of participants may answer the open conflicts. */
interface Answer {
  /** The moves that are left. */
  readonly left: number;
  /** A part whose own move is not counted, or −1, and the bits that a subset must have because of it. */
  readonly given: number;
  readonly needed: number;
  readonly isTight: boolean;
}

/** Lower bounds on the delta of all states below a state; Profiles and ChainBounds bound single chains. */
export class StateBounds {
  private readonly work: Scratchpad;
  private readonly chains: ChainBounds;
  private participants: Participant[] = [];
  private pairs: number[] = [];
  private moved: number[] = [];
  private openCount = 0;
  /** For each number of touched participants, the least cost of a subset of that size in the latest query. */
  private readonly bests: number[];

  constructor(work: Scratchpad, chains: ChainBounds) {
    this.work = work;
    this.chains = chains;
    this.bests = Array.from({ length: work.options.maxMoves + 1 }, () => Number.POSITIVE_INFINITY);
  }

  /** Whether too many conflicts are open to compute a bound. */
  isCrowded({ open }: State): boolean {
    return open.length > 2 * MOST_OPEN;
  }

  /** The bound of the state at the end of the path. The computation stops early once `isHopeless` holds for the bound. */
  of(state: State, path: readonly State[], isHopeless: (bound: number) => boolean): number {
    if (this.isCrowded(state)) return Number.NEGATIVE_INFINITY;
    const floor = this.floorOf(state) + this.laterDelays(state, path);
    this.load(state, path);
    const left = this.work.options.maxMoves - state.depth;
    const quick = floor + this.bestAnswer(left, NO_PART, false);
    return isHopeless(quick) || this.participants.length > MOST_PARTICIPANTS
      ? quick
      : floor + this.bestAnswer(left, NO_PART, true);
  }

  /**
   * Bounds on the states below this one that touch the part, without the cost of the part's own move, by the number of other
   * participants that are touched.
   */
  rests(state: State, path: readonly State[], part: number): readonly number[] {
    this.load(state, path);
    const left = this.work.options.maxMoves - state.depth;
    const floor = this.floorOf(state) + this.laterDelays(state, path);
    this.bests.fill(Number.POSITIVE_INFINITY);
    this.bestAnswer(left, part, false);
    return this.bests.slice(1, left + 1).map((best) => floor + best);
  }

  /**
   * The least of `rests` plus the least cost of the part's new conflicts at position i (`board.partners`): their other parts move, or
   * the part is delayed, or they stay. Participants are not counted, because `rests` includes their moves.
   */
  answered(part: number, i: number, participants: readonly number[], rests: readonly number[]): number {
    const { board, profiles } = this.work;
    const left = rests.length - 1;
    const { canDelay } = profiles.of(part);
    let best = Number.POSITIVE_INFINITY;
    for (let others = 0; others <= left; others++) {
      const rest = rests[others];
      const moves = left - others;
      best = Math.min(best, rest + this.pushed(part, participants, moves, 0));
      if (moves === 0 || !canDelay) continue;
      const gain = rest + profiles.pushGain(part, i, moves - 1);
      best = Math.min(best, gain + profiles.delayCost(60) + this.pushed(part, participants, moves - 1, 60));
      for (let k = 0; k < board.partnerCount; k++) {
        const seconds = Math.max(60, board.instance.end[board.partners[k]] - board.instance.start[part]);
        const waiting = gain + profiles.delayCost(seconds);
        if (waiting === Number.POSITIVE_INFINITY) continue;
        best = Math.min(best, waiting + this.pushed(part, participants, moves - 1, seconds));
      }
    }
    return best;
  }

  /**
   * The least cost of those `board.partners` that the part would still conflict with after the delay (0: none), when `moves` of them
   * may move.
   */
  private pushed(part: number, participants: readonly number[], moves: number, delaySeconds: number): number {
    const { board, profiles, base, mayMove } = this.work;
    const { conflictCost } = base.instance;
    const from = board.instance.start[part] + delaySeconds;
    let staying = 0;
    let saving = 0;
    let most = 0;
    for (let k = 0; k < board.partnerCount; k++) {
      const other = board.partners[k];
      if ((delaySeconds > 0 && board.instance.end[other] <= from) || participants.includes(other)) continue;
      staying += conflictCost;
      if (moves <= 0 || !mayMove(other)) continue;
      const saved = Math.min(0, profiles.gain(other, moves) - conflictCost);
      saving += saved;
      most = Math.min(most, saved);
    }
    return staying + Math.max(saving, moves * most);
  }

  /** The state's cost if all soft cost that it added disappears again. */
  private floorOf(state: State): number {
    return this.work.base.instance.conflictCost * state.conflicts + state.alone + state.delay - state.softBefore;
  }

  /** Touched parts may be delayed later, when another part comes; then they may push parts whose moves gain something. */
  private laterDelays(state: State, path: readonly State[]): number {
    const { profiles, options } = this.work;
    const moves = options.maxMoves - state.depth - 2;
    if (!options.allowDelay || moves <= 0) return 0;
    let gain = 0;
    for (let i = 0; i < path.length; i++) {
      const { part, kind, to } = path[i];
      if (kind === 'reassign' && profiles.of(part).canDelay) gain += profiles.delayGain(part, to, moves);
    }
    return gain;
  }

  private load({ open }: State, path: readonly State[]): void {
    const parts = participantsOf(open, this.work);
    this.moved.length = 0;
    for (let i = 0; i < path.length; i++) if (!this.moved.includes(path[i].part)) this.moved.push(path[i].part);
    this.pairs.length = 0;
    for (let i = 0; i < open.length; i += 2) {
      this.pairs.push(bitOf(parts.indexOf(open[i])) | bitOf(parts.indexOf(open[i + 1])));
    }
    this.openCount = this.pairs.length;
    this.participants.length = 0;
    for (let i = 0; i < parts.length; i++) {
      this.work.interruption.check();
      this.participants.push(this.participant(i, parts, open, path));
    }
  }

  private participant(
    i: number,
    parts: readonly number[],
    open: readonly number[],
    path: readonly State[],
  ): Participant {
    const { profiles, base, options } = this.work;
    const part = parts[i];
    const profile = profiles.of(part);
    const touched = isTouched(part, path);
    const canDelay = options.allowDelay && profile.canDelay && !isDelayed(part, path);
    const delays: { seconds: number; bit: number }[] = [];
    for (let k = 0; k < open.length; k += 2) {
      if (open[k] !== part && open[k + 1] !== part) continue;
      const other = open[k] === part ? open[k + 1] : open[k];
      const bit = bitOf(parts.indexOf(other));
      if (canDelay) delays.push({ seconds: this.endIn(other, path) - base.instance.start[part], bit });
    }
    if (delays.length > 1) delays.sort((x, y) => x.seconds - y.seconds);
    return {
      part,
      isTouched: touched,
      isUnassigned: isUnassigned(part, path),
      canDelay,
      soft: touched ? 0 : profile.soft,
      place: touched ? path.find((move) => move.part === part)!.to : base.placement[part],
      ends: touched ? 0 : base.instance.conflictCost * this.furtherConflicts(part, open),
      delays,
      leaving: [],
    };
  }

  /**
   * The least cost of answering the open conflicts with the remaining moves: some participants are touched, which ends all of their
   * conflicts, and the others' conflicts stay. With `given` ≥ 0, that part is among the touched and its own move is not counted.
   */
  private bestAnswer(left: number, given: number, isTight: boolean): number {
    const { participants } = this;
    const count = participants.length;
    if (count === 0 || left <= 0) return Number.POSITIVE_INFINITY;
    if (count > MOST_PARTICIPANTS) {
      const best = this.manyAnswers(left, given);
      this.bests.fill(best);
      return best;
    }
    let needed = 0;
    for (let i = 0; i < count; i++) if (participants[i].part === given) needed = bitOf(i);
    return this.bestSubset(0, 0, 0, Number.POSITIVE_INFINITY, { left, given, needed, isTight });
  }

  /** The least cost of the subset, if it is not empty, and of its extensions by participants from `next` on; `limit` if none is better. */
  private bestSubset(subset: number, size: number, next: number, limit: number, answer: Answer): number {
    const { left, given, needed, isTight } = answer;
    let best = limit;
    if (size > 0 && (subset & needed) === needed) {
      // Each touched participant takes at least one move, which leaves fewer for the others.
      const moves = left - size + 1;
      let cost = this.subsetCost(subset, moves, given);
      if (cost < best && isTight && size <= 2 && moves <= 4 - size) cost += this.rises(subset, size, moves);
      this.bests[size] = Math.min(this.bests[size], cost);
      best = Math.min(best, cost);
    }
    if (size === left) return best;
    this.work.interruption.check();
    for (let i = next; i < this.participants.length; i++) {
      best = this.bestSubset(subset | bitOf(i), size + 1, i + 1, best, answer);
    }
    return best;
  }

  private subsetCost(subset: number, moves: number, given: number): number {
    const { participants, pairs } = this;
    const { conflictCost } = this.work.base.instance;
    let cost = 0;
    for (let k = 0; k < pairs.length; k++) if ((pairs[k] & subset) !== 0) cost -= conflictCost;
    for (let i = 0; i < participants.length; i++) {
      if ((subset & bitOf(i)) === 0) continue;
      if (participants[i].part !== given) cost += this.cost(participants[i], subset, moves, false);
      cost -= participants[i].ends;
    }
    return cost;
  }

  /** How much the cost of touching the subset rises when every other move is one that it pushes. */
  private rises(subset: number, size: number, moves: number): number {
    const { participants, moved } = this;
    const before = moved.length;
    for (let i = 0; i < participants.length; i++) {
      if ((subset & bitOf(i)) !== 0 && !moved.includes(participants[i].part)) moved.push(participants[i].part);
    }
    let sum = 0;
    let most = 0;
    for (let i = 0; i < participants.length; i++) {
      if ((subset & bitOf(i)) === 0) continue;
      const participant = participants[i];
      const quick = this.cost(participant, subset, moves, false);
      const rise = quick === Number.POSITIVE_INFINITY ? 0 : this.cost(participant, subset, moves, true) - quick;
      sum += rise;
      most = Math.max(most, rise);
    }
    moved.length = before;
    // With one move each, the two share no moves below.
    return size === 1 || moves === 1 ? sum : most;
  }

  private manyAnswers(left: number, given: number): number {
    const { participants, openCount } = this;
    const gains = participants.map((one) => {
      const own = one.part === given ? 0 : this.cost(one, -1, left, false);
      return Math.min(0, own - one.ends);
    });
    gains.sort((x, y) => x - y);
    return gains.slice(0, left).reduce((sum, gain) => sum + gain, -this.work.base.instance.conflictCost * openCount);
  }

  /**
   * The least cost of touching a participant with `moves` moves for it and the parts that it pushes, when the subset is touched. With
   * `isTight`, nothing else is touched except `moved`.
   */
  private cost(participant: Participant, subset: number, moves: number, isTight: boolean): number {
    if (participant.isUnassigned) return Number.POSITIVE_INFINITY;
    const leaving = participant.isTouched ? Number.POSITIVE_INFINITY : this.leaving(participant, moves, isTight);
    return participant.canDelay ? Math.min(leaving, this.waiting(participant, subset, moves)) : leaving;
  }

  private leaving(participant: Participant, moves: number, isTight: boolean): number {
    const { profiles, target } = this.work;
    const { part, leaving } = participant;
    if (!isTight || moves > 3) {
      while (leaving.length <= moves) leaving.push(Number.NaN);
      if (Number.isNaN(leaving[moves])) {
        leaving[moves] = Math.min(profiles.weak(part, moves), profiles.unassignBound(part));
      }
      return leaving[moves];
    }
    const unassigned = profiles.unassignBound(part);
    if (moves === 1) return Math.min(unassigned, this.chains.last(part, this.moved));
    if (moves === 2) return Math.min(unassigned, this.chains.lastButOne(part, this.moved, target));
    return Math.min(unassigned, this.chains.lastButTwo(part, this.moved, target));
  }

  /** The least cost of a delay. Conflicts that it does not end stay, unless another part of the subset answers them. */
  private waiting({ part, soft, place, delays }: Participant, subset: number, moves: number): number {
    const { profiles, base } = this.work;
    let best = Number.POSITIVE_INFINITY;
    let staying = 0;
    for (let ended = delays.length; ended >= 0; ended--) {
      const seconds = ended === 0 ? 60 : delays[ended - 1].seconds;
      best = Math.min(best, profiles.delayCost(seconds) + staying);
      if (ended > 0 && (delays[ended - 1].bit & subset) === 0) staying += base.instance.conflictCost;
    }
    return best - soft + profiles.delayGain(part, place, moves - 1);
  }

  /** The number of conflicts of the untouched part that end when it is touched and are not among the open ones. */
  private furtherConflicts(part: number, open: readonly number[]): number {
    let count = 0;
    const { partners } = this.work.profiles.of(part);
    for (let k = 0; k < partners.length; k++) {
      if (!this.moved.includes(partners[k]) && !isOpen(open, part, partners[k])) count++;
    }
    return count;
  }

  private endIn(part: number, path: readonly State[]): number {
    let end = this.work.base.instance.end[part];
    for (let i = 0; i < path.length; i++) {
      if (path[i].part === part && path[i].kind === 'delay') end += path[i].seconds;
    }
    return end;
  }
}

/** The bit of a participant; 0 for −1. */
const bitOf = (i: number): number => (i < 0 ? 0 : 1 << i);
