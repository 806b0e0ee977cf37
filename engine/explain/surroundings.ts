import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import { Timelines } from '../board/timelines.ts';
import { ineligibility } from './ineligibility.ts';
import type { Placement } from '../objective/score.ts';
import { findArc } from '../objective/arcs.ts';
import { brokenHardBuffer } from '../objective/pairs/buffers.ts';
import { Relations } from '../objective/pairs/relations.ts';
import { isPair } from '../objective/pairs/pair.ts';

/**
 * A plan as the explanation of reasons needs it: where parts may be, and what is in their way. A `view` is the instance itself, or the
 * instance under changed windows or gaps; a view may only shorten the windows of placed parts and the gaps, never lengthen them.
 */
export class Surroundings {
  readonly instance: Instance;
  readonly placement: Placement;
  /** The resources that hard adjacency rules relate; null when there are no such rules. */
  readonly relations: Relations | null;
  /** The placed parts that may not move. */
  readonly given: readonly number[];
  /** Hard buffers, as indices of terms, that hold for any two parts on any resource. */
  private readonly commonBuffers: readonly number[];
  private readonly timelines: Timelines;
  private readonly found: Int32Array;
  private readonly eligibleOf = new Map<number, readonly number[]>();
  private readonly blockersOf: (readonly number[])[][] = [];
  private readonly oneShortOf = new Map<number, readonly OneShort[]>();
  private readonly freeOf = new Map<number, readonly number[]>();

  constructor(instance: Instance, placement: Placement) {
    this.instance = instance;
    this.placement = placement;
    this.relations = instance.terms.adjacencies.some(({ hard }) => hard) ? new Relations(instance) : null;
    this.commonBuffers = commonBuffers(instance);
    this.timelines = new Timelines(instance.start, instance.end, instance.resourceCount);
    this.found = new Int32Array(instance.partCount);
    this.given = [...placement.keys()].filter((part) => placement[part] >= 0 && this.isGiven(part));
    for (let part = 0; part < instance.partCount; part++) {
      if (placement[part] >= 0) this.timelines.insert(placement[part], part);
    }
  }

  /** Whether the part is pinned, so that it stays where it is. */
  isGiven(part: number): boolean {
    return this.instance.pinned[part] !== NOT_PINNED;
  }

  /** The resources that tags and hard rules let the part use, whether or not it is pinned to one of them. */
  eligible(part: number): readonly number[] {
    let list = this.eligibleOf.get(part);
    if (list === undefined) {
      list = this.findEligible(part);
      this.eligibleOf.set(part, list);
    }
    return list;
  }

  /** The eligible resources where no given part is in conflict with the part. */
  free(part: number): readonly number[] {
    let list = this.freeOf.get(part);
    if (list === undefined) {
      list = this.eligible(part).filter((resource) => !this.isTaken(this.instance, part, resource));
      this.freeOf.set(part, list);
    }
    return list;
  }

  /** The eligible resources where no given part, except those in `gone`, is in conflict with the part. */
  open(view: Instance, part: number, gone: ReadonlySet<number> = NOTHING): readonly number[] {
    const eligible = this.eligible(part);
    // A view only shortens windows and gaps, so a resource that was free before is still free for a part that keeps its window.
    const free = this.isMoved(view, part) ? [] : this.free(part);
    const isSame = free.length === eligible.length || (view === this.instance && gone.size === 0);
    if (isSame) return free;
    const before = new Set(free);
    return eligible.filter((resource) => before.has(resource) || !this.isTaken(view, part, resource, gone));
  }

  /** Whether a given part, except those in `gone`, is in conflict with the part on the resource. */
  isTaken(view: Instance, part: number, resource: number, gone: ReadonlySet<number> = NOTHING): boolean {
    return this.blockers(view, part, resource).some((other) => this.isGiven(other) && !gone.has(other));
  }

  /** The placed parts, given or not, that the part would be in conflict with on the resource. */
  blockers(view: Instance, part: number, resource: number): readonly number[] {
    const { instance, placement } = this;
    if (this.isMoved(view, part)) return this.findBlockers(view, part, resource);
    const known = (this.blockersOf[part] ??= []);
    const list = (known[resource] ??= this.findBlockers(instance, part, resource));
    if (view === instance || list.length === 0) return list;
    return list.filter((other) => this.inConflict(view, part, resource, other, placement[other]));
  }

  /** The eligible resources where every part in the way has yields[other] = 1. */
  yielding(view: Instance, part: number, yields: Uint8Array): number[] {
    return this.eligible(part).filter((resource) => this.isYielding(view, part, resource, yields));
  }

  isYielding(view: Instance, part: number, resource: number, yields: Uint8Array): boolean {
    if (!this.isMoved(view, part)) {
      // A view only shortens windows and gaps, so its blockers are among those of the instance.
      const before = this.blockers(this.instance, part, resource);
      if (before.every((other) => yields[other] === 1)) return true;
      if (view === this.instance) return false;
    }
    return this.blockers(view, part, resource).every((other) => yields[other] === 1);
  }

  private isMoved(view: Instance, part: number): boolean {
    const { start, end } = this.instance;
    return view.start[part] !== start[part] || view.end[part] !== end[part];
  }

  /** The gap in seconds that every two parts must keep on every resource. */
  commonGapSeconds({ terms }: Instance): number {
    return this.commonBuffers.reduce((longest, index) => Math.max(longest, terms.buffers[index].seconds), 0);
  }

  /** Whether p on r and q on s are in conflict. */
  inConflict(view: Instance, p: number, r: number, q: number, s: number): boolean {
    if (p === q || !isPair(view, p, q)) return false;
    const { start, end } = view;
    if (r !== s) {
      if (this.relations === null || start[p] >= end[q] || start[q] >= end[p]) return false;
      return this.relations.hardRuleOf(p, r, q, s) >= 0;
    }
    const isFirst = start[p] < start[q] || (start[p] === start[q] && p < q);
    const [a, b] = isFirst ? [p, q] : [q, p];
    const gap = start[b] - end[a];
    return gap < 0 || brokenHardBuffer(view, a, b, r, gap) >= 0;
  }

  /** The resources that only one missing tag or one hard rule keeps the part off, and where no given part is in the way. */
  oneShort(part: number): readonly OneShort[] {
    let list = this.oneShortOf.get(part);
    if (list === undefined) {
      list = this.findOneShort(part);
      this.oneShortOf.set(part, list);
    }
    return list;
  }

  /** Whether some hard adjacency rule could be broken by two of the parts. */
  areRelated(parts: readonly number[]): boolean {
    return this.instance.terms.adjacencies.some(
      ({ hard, own, other }) =>
        hard && parts.some((part) => own[part] === 1) && parts.some((part) => other[part] === 1),
    );
  }

  private findOneShort(part: number): readonly OneShort[] {
    const { instance } = this;
    const eligible = new Set(this.eligible(part));
    return instance.names.resources.flatMap((_, resource): OneShort[] => {
      if (eligible.has(resource)) return [];
      const reasons = ineligibility(instance, part, resource);
      const [{ tags, rule }] = reasons;
      if (reasons.length !== 1 || (tags?.length ?? 1) !== 1 || this.isTaken(instance, part, resource)) return [];
      return [{ resource, tag: tags?.[0] ?? null, rule: instance.names.rules.findIndex(({ id }) => id === rule) }];
    });
  }

  private findBlockers(view: Instance, part: number, resource: number): readonly number[] {
    const { maxGapSeconds } = this.instance;
    const from = view.start[part] - maxGapSeconds;
    const to = view.end[part] + maxGapSeconds;
    const blockers: number[] = [];
    const addFrom = (place: number): void => {
      const count = this.timelines.overlapping(place, from, to, this.found);
      for (let i = 0; i < count; i++) {
        if (this.inConflict(view, part, resource, this.found[i], place)) blockers.push(this.found[i]);
      }
    };
    addFrom(resource);
    for (const place of this.relations?.neighborsOf(resource) ?? []) addFrom(place);
    return blockers.length === 0 ? NONE : blockers;
  }

  private findEligible(part: number): readonly number[] {
    const { instance } = this;
    const list: number[] = [];
    for (let resource = 0; resource < instance.resourceCount; resource++) {
      const isOpen = this.isGiven(part)
        ? resource === this.placement[part] || ineligibility(instance, part, resource).length === 0
        : findArc(instance, part, resource) >= 0;
      if (isOpen) list.push(resource);
    }
    return list;
  }
}

/** A resource, and what keeps a part off it: a tag that it lacks, or a rule. */
export interface OneShort {
  readonly resource: number;
  readonly tag: string | null;
  /** Index into names.rules, or −1. */
  readonly rule: number;
}

const NONE: readonly number[] = [];
const NOTHING: ReadonlySet<number> = new Set();

const commonBuffers = ({ terms }: Instance): readonly number[] =>
  terms.buffers.flatMap(({ hard, previous, next, resources }, index) =>
    hard && [previous, next, resources].every((mask) => mask.every((is) => is === 1)) ? [index] : [],
  );
