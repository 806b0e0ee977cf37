import { firstConflicts } from '../conflicts/conflictPage.ts';
import type { Instance } from '../instance/instance.ts';
import { Plan } from '../board/plan.ts';
import type { Placement } from '../objective/score.ts';
import { findArc } from '../objective/arcs.ts';
import { crowdedMoment } from './crowdedMoment.ts';
import type { Effort } from './effort.ts';
import { type Crowd, irreducible, placesFor } from './irreducible.ts';
import type { Reason, Way } from './reason.ts';
import { Rearrangement } from './rearrangement.ts';
import { relaxationsOf } from './relaxations.ts';
import { Surroundings } from './surroundings.ts';

/** Sizes of the neighborhoods that are searched, one after the other. */
const NEIGHBORHOODS = [24, 64, 160];
const SEARCH_STEPS = 3000;

/**
 * Finds out why parts of a plan have no place or are in conflict. Proofs hold against everything that may not move, and require that
 * every part that is placed without conflict keeps some place.
 */
export class Reasoner {
  readonly around: Surroundings;
  private readonly instance: Instance;
  private readonly placement: Placement;
  private readonly plan: Plan;
  /** The parts that each part is in conflict with. */
  private readonly partners = new Map<number, number[]>();
  /** Parts in conflict, those with the fewest places first. */
  private readonly confined: readonly number[];

  constructor(instance: Instance, placement: Placement) {
    this.instance = instance;
    this.placement = placement;
    this.around = new Surroundings(instance, placement);
    this.plan = new Plan(instance, placement);
    const link = (part: number, other: number): void => {
      const known = this.partners.get(part);
      if (known) known.push(other);
      else this.partners.set(part, [other]);
    };
    for (const { a, b } of firstConflicts(instance, placement)) {
      link(a, b);
      link(b, a);
    }
    const places = (part: number): number => instance.arcStart[part + 1] - instance.arcStart[part];
    this.confined = [...this.partners.keys()].sort((a, b) => places(a) - places(b) || a - b);
  }

  /** Explains why the part has no place; or, with a partner, why it is in conflict with the partner where it is. */
  why(part: number, effort: Effort, partner = -1): Reason {
    const { instance, around } = this;
    const before = effort.steps;
    const about = (kind: Reason['kind'], more: Partial<Reason> = {}): Reason => ({
      part,
      partner,
      kind,
      parts: [],
      given: [],
      resources: [],
      from: instance.start[part],
      to: instance.end[part],
      atOnce: true,
      irreducible: false,
      relaxations: [],
      way: null,
      ...more,
      steps: effort.steps - before,
    });
    const crowded = (kind: 'crowded' | 'ineligible' | 'pinned', crowd: Crowd): Reason => {
      const relaxations = relaxationsOf(new Rearrangement(around, part, this.settled(part)), crowd, effort);
      const window = crowd.parts.length === 0 ? {} : windowOf(instance, crowd.parts);
      return about(kind, { ...crowd, ...window, resources: this.resourcesOf(crowd), relaxations });
    };

    if (around.isGiven(part)) {
      const given = [part, partner].filter((one) => one >= 0).sort((a, b) => a - b);
      return crowded('pinned', { parts: [], given, irreducible: true });
    }
    const alone = { parts: [part], given: [], irreducible: true };
    if (around.eligible(part).length === 0) return crowded('ineligible', alone);
    if (around.free(part).length === 0) return crowded('crowded', irreducible(around, [part], effort));
    const settled = this.settled(part);
    const crowd = crowdedMoment(around, part, (other) => settled.has(other));
    if (crowd !== null) return crowded('crowded', irreducible(around, crowd, effort, !around.areRelated(crowd)));
    const rearrangement = new Rearrangement(around, part, settled);
    const direct = this.cheapestPlace(part);
    const way = direct ?? this.findWay(rearrangement, effort);
    if (way !== null) return about(this.isWithinLimit(way) ? 'choice' : 'limit', { way });
    const proven = this.findCrowd(rearrangement, effort);
    return proven === null
      ? about('open', { way: this.cheapestMove(part) })
      : crowded('crowded', irreducible(around, proven, effort));
  }

  /** The resources that the crowd may use when only its given parts are in the way. */
  private resourcesOf({ parts, given }: Crowd): readonly number[] {
    const { around, instance } = this;
    const resources = new Set<number>();
    for (const part of parts) {
      for (const resource of around.eligible(part)) {
        if (resources.has(resource)) continue;
        if (!around.blockers(instance, part, resource).some((other) => given.includes(other))) resources.add(resource);
      }
    }
    return [...resources].sort((a, b) => a - b);
  }

  /**
   * The movable parts that are placed without conflict, without the target. They can all be placed, so if they cannot be placed
   * together with the target, the target is the cause. Parts in conflict are included as long as their partners are not: first those in
   * conflict with the target, then those with the fewest places, which restrict the most.
   */
  private settled(target: number): ReadonlySet<number> {
    const { placement } = this;
    const settled = new Set<number>();
    const isPlaced = (part: number): boolean =>
      part !== target &&
      placement[part] >= 0 &&
      !this.around.isGiven(part) &&
      findArc(this.instance, part, placement[part]) >= 0;
    for (let part = 0; part < placement.length; part++) {
      if (isPlaced(part) && !this.partners.has(part)) settled.add(part);
    }
    const closest = this.partners.get(target) ?? [];
    for (const part of [...closest, ...this.confined]) {
      if (!isPlaced(part)) continue;
      const others = this.partners.get(part)!.filter((other) => other !== target);
      if (others.every((other) => !settled.has(other) && !this.around.isGiven(other))) settled.add(part);
    }
    return settled;
  }

  /** The cheapest resource where nothing is in the part's way. */
  private cheapestPlace(part: number): Way | null {
    return this.cheapestOf(part, (to) => this.around.blockers(this.instance, part, to).length === 0);
  }

  /** The cheapest other resource, whatever conflicts the part would have there. */
  private cheapestMove(part: number): Way | null {
    return this.cheapestOf(part, (to) => to !== this.placement[part]);
  }

  private cheapestOf(part: number, isOpen: (resource: number) => boolean): Way | null {
    const from = this.placement[part];
    let best: Way | null = null;
    for (const to of this.around.free(part)) {
      if (!isOpen(to)) continue;
      const delta = this.plan.moveDelta(part, to);
      if (best === null || delta < best.delta) best = { moves: [{ part, from, to }], delta };
    }
    return best;
  }

  /** A plan in which some nearby parts have other places and all others stay. */
  private findWay(rearrangement: Rearrangement, effort: Effort): Way | null {
    for (const size of NEIGHBORHOODS) {
      const parts = rearrangement.neighborhood(size);
      const answer = rearrangement.find(parts, effort.part(SEARCH_STEPS));
      if (answer.kind === 'placed') return this.toWay(parts, answer.at);
      if (effort.isOver || parts.length < size) return null;
    }
    return null;
  }

  private toWay(parts: readonly number[], at: readonly number[]): Way {
    const { placement, plan } = this;
    const moves = parts
      .map((part, i) => ({ part, from: placement[part], to: at[i] }))
      .filter(({ from, to }) => from !== to);
    const before = plan.cost;
    for (const { part } of moves) plan.move(part, -1);
    for (const { part, to } of moves) plan.move(part, to);
    const delta = plan.cost - before;
    for (const { part } of moves) plan.move(part, -1);
    for (const { part, from } of moves) plan.move(part, from);
    return { moves, delta };
  }

  private isWithinLimit({ moves }: Way): boolean {
    const { maxReassignments } = this.instance;
    if (maxReassignments < 0) return true;
    const more = moves.reduce((sum, { part, to }) => sum + this.plan.reassignmentDelta(part, to), 0);
    return more <= 0 || this.plan.reassignments() + more <= maxReassignments;
  }

  /** Nearby parts that cannot all be placed, wherever the other parts are. */
  private findCrowd(rearrangement: Rearrangement, effort: Effort): readonly number[] | null {
    for (const size of NEIGHBORHOODS) {
      const parts = rearrangement.neighborhood(size);
      let answer = placesFor(this.around, parts, effort);
      while (answer.kind === 'impossible') {
        const { involved } = answer;
        answer = placesFor(this.around, involved, effort);
        if (answer.kind !== 'impossible' || answer.involved.length === involved.length) return involved;
      }
      if (effort.isOver || parts.length < size) return null;
    }
    return null;
  }
}

const windowOf = ({ start, end }: Instance, parts: readonly number[]): Pick<Reason, 'from' | 'to' | 'atOnce'> => {
  const starts = parts.map((part) => start[part]);
  const ends = parts.map((part) => end[part]);
  const latestStart = Math.max(...starts);
  const firstEnd = Math.min(...ends);
  if (latestStart < firstEnd) return { from: latestStart, to: firstEnd, atOnce: true };
  return { from: Math.min(...starts), to: Math.max(...ends), atOnce: false };
};
