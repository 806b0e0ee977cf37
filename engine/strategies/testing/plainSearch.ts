import { type Conflict, findConflicts } from '../../conflicts/findConflicts.ts';
import { compile } from '../../instance/compile.ts';
import { type Instance, PartFlag, NOT_PINNED } from '../../instance/instance.ts';
import { formatInstant } from '../../instance/instant.ts';
import type { PlanningDocument } from '../../instance/planningDocument.ts';
import { evaluate } from '../../objective/evaluate.ts';
import type { CostLevels } from '../../objective/score.ts';
import type { ResolveOptions } from '../strategy.ts';
import { readSplits } from '../../instance/splits.ts';

const REFERENCE_TIME = formatInstant(1_780_000_000_000);

/** A state given by its moves. It is judged by compiling the document anew and evaluating the whole plan. */
export interface PlainState {
  /** Maps parts to resources, or −1. */
  readonly places: ReadonlyMap<number, number>;
  /** Maps parts to delays in seconds. */
  readonly delays: ReadonlyMap<number, number>;
}

export interface PlainOutcome {
  readonly levels: CostLevels;
  /** Parts are numbered as in the original instance. */
  readonly conflicts: readonly Conflict[];
}

/** Judges states of one document by compiling and evaluating, and lists every strategy by trying every sequence of moves. */
export class PlainSearch {
  readonly instance: Instance;
  private readonly document: PlanningDocument;
  private readonly compiled = new Map<string, { instance: Instance; from: Int32Array }>();
  private readonly outcomes = new Map<string, PlainOutcome>();

  constructor(document: PlanningDocument) {
    this.document = document;
    this.instance = compile(document, { referenceTime: REFERENCE_TIME });
  }

  outcome(state: PlainState): PlainOutcome {
    const key = `${keyOfMap(state.places)} ${keyOfMap(state.delays)}`;
    const known = this.outcomes.get(key);
    if (known) return known;
    const { instance, from } = this.delayed(state.delays);
    const placement = from.map((part) => state.places.get(part) ?? this.instance.placed[part]);
    const levels = evaluate(instance, placement);
    let minutes = 0;
    for (const seconds of state.delays.values()) minutes += seconds / 60;
    const delay = minutes * this.instance.delayCost;
    const conflicts = findConflicts(instance, placement).map((conflict) => ({
      ...conflict,
      start: conflict.start + instance.origin - this.instance.origin,
      end: conflict.end + instance.origin - this.instance.origin,
      a: from[conflict.a],
      b: from[conflict.b],
    }));
    const outcome = { levels: { ...levels, delay, total: levels.total + delay }, conflicts };
    this.outcomes.set(key, outcome);
    return outcome;
  }

  /** The cost and number of moves of every strategy, best first; equivalent strategies are listed once. */
  strategies(target: number, options: ResolveOptions): readonly { delta: number; moves: number }[] {
    const start: PlainState = { places: new Map(), delays: new Map() };
    const before = this.outcome(start);
    const partners = partnersOf(before.conflicts, target);
    const found = new Map<string, { delta: number; moves: number }>();
    const seen = new Set<string>();
    const visit = (state: PlainState, moves: number): void => {
      const key = `${keyOfMap(state.places)} ${keyOfMap(state.delays)}`;
      if (seen.has(key)) return;
      seen.add(key);
      const { levels, conflicts } = this.outcome(state);
      const now = partnersOf(conflicts, target);
      if (conflicts.length < before.conflicts.length && partners.some((other) => !now.includes(other))) {
        const delta = levels.total - before.levels.total;
        found.set(`${this.nameOf(state)} ${delta}`, { delta, moves });
      }
      if (moves === options.maxMoves) return;
      for (const next of this.next(state, target, options)) visit(next, moves + 1);
    };
    if (partners.length > 0) visit(start, 0);
    return [...found.values()].sort((x, y) => x.delta - y.delta || x.moves - y.moves);
  }

  private next(state: PlainState, target: number, options: ResolveOptions): readonly PlainState[] {
    const { instance } = this;
    const touched = new Set([target, ...state.places.keys(), ...state.delays.keys()]);
    const open = this.outcome(state).conflicts.filter(({ a, b }) => touched.has(a) || touched.has(b));
    const from = instance.start[target] - options.windowPaddingSeconds;
    const to = instance.end[target] + options.windowPaddingSeconds;
    const parts = [...new Set(open.flatMap(({ a, b }) => [a, b]))].filter(
      (part) => instance.pinned[part] === NOT_PINNED && instance.start[part] < to && instance.end[part] > from,
    );
    const before = this.outcome({ places: new Map(), delays: new Map() }).conflicts;
    /** Whether the move opens a conflict with a part that is in another conflict of which neither part was touched. */
    const pushesConflicts = (part: number, after: PlainState): boolean =>
      partnersOf(this.outcome(after).conflicts, part).some(
        (other) =>
          !touched.has(other) &&
          !partnersOf(open, part).includes(other) &&
          partnersOf(before, other).some((third) => third !== part && !touched.has(third)),
      );
    return parts.flatMap((part) => {
      const states: PlainState[] = [];
      const here = state.places.get(part) ?? instance.placed[part];
      const isUntouched = !state.places.has(part) && !state.delays.has(part);
      const put = (resource: number): number =>
        states.push({ ...state, places: new Map(state.places).set(part, resource) });
      if (isUntouched) {
        for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
          if (instance.arcResource[arc] !== here) put(instance.arcResource[arc]);
        }
        if (options.allowUnassign) put(-1);
      }
      if (options.allowDelay && here >= 0 && !state.delays.has(part) && this.mayBeDelayed(part)) {
        const delayedBy = (seconds: number): PlainState =>
          seconds === 0 ? state : { ...state, delays: new Map(state.delays).set(part, seconds) };
        for (let seconds = 60; seconds <= options.maxDelaySeconds; seconds += 60) {
          const earlier = partnersOf(this.outcome(delayedBy(seconds - 60)).conflicts, part);
          const later = partnersOf(this.outcome(delayedBy(seconds)).conflicts, part);
          if (earlier.some((other) => !later.includes(other))) states.push(delayedBy(seconds));
        }
      }
      return options.throughConflicts ? states : states.filter((after) => !pushesConflicts(part, after));
    });
  }

  private mayBeDelayed(part: number): boolean {
    const operation = this.instance.operation[part];
    const isWhole = readSplits(this.instance.names).every((split) => split.operation !== operation);
    return isWhole && (this.instance.flags[part] & PartFlag.happened) === 0;
  }

  /** A name of the moves in which interchangeable resources are equal. */
  private nameOf(state: PlainState): string {
    const { names, resourceLocation, resourceParent } = this.instance;
    const after = this.outcome(state).conflicts;
    const moves = [...state.places].map(([part, resource]) => {
      const alone = this.outcome({ places: new Map([[part, resource]]), delays: new Map() }).conflicts;
      const isClear = partnersOf(after, part).length === 0 && partnersOf(alone, part).length === 0;
      if (resource < 0 || state.delays.has(part) || !isClear) return `${part}>${resource}`;
      const offer = [names.resourceTags.of[resource], resourceLocation[resource], resourceParent[resource]];
      return `${part}~${offer.join('.')}`;
    });
    return `${moves.sort().join(' ')} ${keyOfMap(state.delays)}`;
  }

  private delayed(delays: ReadonlyMap<number, number>): { instance: Instance; from: Int32Array } {
    const key = keyOfMap(delays);
    const known = this.compiled.get(key);
    if (known) return known;
    const { names, operation, reassignedCost } = this.instance;
    const byOperation = new Map([...delays].map(([part, seconds]) => [names.operations[operation[part]], seconds]));
    const operations = this.document.operations.flatMap(({ id, inboundTask, outboundTask }) => {
      const seconds = byOperation.get(id);
      if (seconds === undefined) return [];
      return [
        {
          id,
          inboundTask: { imposedDelayInSeconds: (inboundTask?.imposedDelayInSeconds ?? 0) + seconds },
          outboundTask: { imposedDelayInSeconds: (outboundTask?.imposedDelayInSeconds ?? 0) + seconds },
        },
      ];
    });
    const instance = compile(this.document, { referenceTime: REFERENCE_TIME, virtualState: { operations } });
    const partByName = new Map(names.parts.map((name, part) => [name, part]));
    const from = Int32Array.from(instance.names.parts, (name) => partByName.get(name)!);
    // A reassignment is judged by the lead time known when it is decided, so by the window before any delay.
    const judged = { ...instance, reassignedCost: from.map((part) => reassignedCost[part]) };
    const compiled = { instance: judged, from };
    this.compiled.set(key, compiled);
    return compiled;
  }
}

const partnersOf = (conflicts: readonly Conflict[], part: number): readonly number[] =>
  conflicts.flatMap(({ a, b }) => (a === part ? [b] : b === part ? [a] : []));

const keyOfMap = (map: ReadonlyMap<number, number>): string =>
  [...map]
    .map(([part, value]) => `${part}:${value}`)
    .sort()
    .join(',');
