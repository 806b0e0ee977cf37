import { Plan } from '../board/plan.ts';
import { type ConflictRecord, describeConflict, toConflictRecord } from '../conflicts/findConflicts.ts';
import { DisjointSets } from '../disjointSets.ts';
import { type Clock, clockOf } from '../explain/clock.ts';
import type { Instance } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Placement } from '../objective/score.ts';
import {
  type Repair,
  type RepairAnswer,
  type RepairMove,
  type RepairQuestion,
  signatureOf,
  type StaleReason,
  type StandingRepair,
  type Unrepaired,
} from './repair.ts';
import { type Found, Mobility, type Pair, type PartMove, RepairSearch, type SearchResult } from './repairSearch.ts';
import { sayRepair } from './sayRepair.ts';

interface Target {
  readonly a: number;
  readonly b: number;
  readonly record: ConflictRecord;
}

/**
 * Repairs a plan with the least disturbance. First says which of the open repairs are still possible. Then looks for a repair of each group of
 * conflicts that these do not close; conflicts with a part in common are one group. Each repair is made on the plan with all open repairs and all
 * repairs before it, so that all of them can be applied together; and it is also possible without them, so that each can be applied alone. A repair
 * that needs another one first is found once that one has been applied.
 */
export const findRepairs = (instance: Instance, placement: Placement, question: RepairQuestion): RepairAnswer =>
  new Repairs(instance, placement, question).answer();

class Repairs {
  private readonly instance: Instance;
  private readonly question: RepairQuestion;
  private readonly plan: Plan;
  /** The plan without any repair. */
  private readonly bare: Plan;
  private readonly mobility: Mobility;
  private readonly clock: Clock;
  private readonly refused: ReadonlySet<string>;
  private steps = 0;
  private truncated = false;
  /** With whom each part is in conflict on the present plan; null when that is to be found out. */
  private knownPartners: Partners | null = null;

  constructor(instance: Instance, placement: Placement, question: RepairQuestion) {
    this.instance = instance;
    this.question = question;
    this.plan = new Plan(instance, placement);
    this.bare = new Plan(instance, placement);
    this.mobility = new Mobility(this.plan, question.limits);
    this.clock = clockOf(instance, question.timezone);
    this.refused = new Set(question.refused);
  }

  answer(): RepairAnswer {
    const targets = this.targets();
    const known = new Set(targets.map(({ record }) => record.id));
    const stale: { id: string; reason: StaleReason }[] = [];
    for (const standing of this.question.standing) {
      const reason = this.lay(standing, known);
      if (reason !== null) stale.push({ id: standing.id, reason });
    }
    const repairs: Repair[] = [];
    const unrepaired: Unrepaired[] = [];
    for (const group of this.inOrder(groupsOf(stillOpen(targets, this.partners()), this.instance.partCount))) {
      this.repairGroup(group, repairs, unrepaired);
    }
    return { stale, repairs, unrepaired, truncated: this.truncated };
  }

  /** The groups, those last for which no repair was found earlier. */
  private inOrder(groups: readonly (readonly Target[])[]): readonly (readonly Target[])[] {
    const lastUnrepaired = new Set(this.question.lastUnrepaired);
    const rank = (group: readonly Target[]): number =>
      Number(group.every(({ record }) => lastUnrepaired.has(record.id)));
    return [...groups].sort((x, y) => rank(x) - rank(y));
  }

  /** The conflicts to be closed, in order of start. */
  private targets(): readonly Target[] {
    const { instance, plan } = this;
    const { probabilityThreshold, now, until } = this.question.limits;
    const ignored = new Set(this.question.ignored);
    const targets: Target[] = [];
    plan.visitAllConflicts((kind, a, b, resource, rule) => {
      const conflict = describeConflict(instance, kind, a, b, resource, rule);
      if (conflict.probability < probabilityThreshold || instance.origin + conflict.end <= now) return;
      if (until !== null && instance.origin + conflict.start >= until) return;
      if (!ignored.has(conflict.id)) targets.push({ a, b, record: toConflictRecord(instance, conflict) });
    });
    return targets.sort((x, y) => x.b - y.b || x.a - y.a);
  }

  /** With whom each part is in conflict now. */
  private partners(): Partners {
    if (this.knownPartners !== null) return this.knownPartners;
    const partners = new Map<number, number[]>();
    const join = (part: number, other: number): void => {
      const known = partners.get(part);
      if (known === undefined) partners.set(part, [other]);
      else known.push(other);
    };
    this.plan.visitAllConflicts((_kind, a, b) => {
      join(a, b);
      join(b, a);
    });
    this.knownPartners = partners;
    return partners;
  }

  /** Makes the moves of a standing repair, unless it no longer holds; then says why. */
  private lay({ moves, closes }: StandingRepair, known: ReadonlySet<string>): StaleReason | null {
    const { instance, plan, mobility } = this;
    if (!closes.every((id) => known.has(id))) return 'gone';
    const parts: PartMove[] = [];
    for (const { operation, partIndex, from, to } of moves) {
      const part = partOf(instance, operation, partIndex);
      const resource = instance.names.resources.indexOf(to);
      if (part < 0 || instance.names.resources[plan.placement[part]] !== from) return 'moved';
      if (!mobility.mayMove(part) || resource < 0 || !mobility.mayUse(resource)) return 'fixed';
      if (findArc(instance, part, resource) < 0) return 'fixed';
      parts.push([part, resource]);
    }
    const places = parts.map(([part]) => plan.placement[part]);
    for (const [part, to] of parts) plan.move(part, to);
    const isFree = parts.every(([part, to]) => {
      plan.findPartners(part, to);
      return plan.partnerCount === 0;
    });
    if (isFree) {
      for (const [part] of parts) mobility.leave(part);
      return null;
    }
    parts.forEach(([part], i) => void plan.move(part, places[i]));
    return 'taken';
  }

  private repairGroup(group: readonly Target[], repairs: Repair[], unrepaired: Unrepaired[]): void {
    const partners = this.partners();
    const open = stillOpen(group, partners);
    if (open.length === 0) return;
    if (repairs.length >= this.question.limits.maxRepairs) {
      this.truncated = true;
      return;
    }
    const result = this.search(open, partners);
    if (result.best !== null) {
      repairs.push(this.make(open, result, result.best));
      return;
    }
    if (open.length > 1) {
      // What has no common repair within the limits may have several.
      for (const target of open) this.repairGroup([target], repairs, unrepaired);
      return;
    }
    const atMoveLimit = result.complete ? this.atMoveLimitIn(open, partners) : [];
    const reason = atMoveLimit.length > 0 ? 'moveLimit' : result.complete ? 'none' : 'steps';
    unrepaired.push({ conflicts: open.map(({ record }) => record.id), reason, operations: atMoveLimit });
  }

  private search(group: readonly Target[], partners: Partners): SearchResult {
    const { plan, mobility, refused } = this;
    const isRefused = (moves: readonly PartMove[]): boolean =>
      (refused.size > 0 && refused.has(signatureOf(this.named(moves)))) || !this.holdsAlone(moves);
    const pairs = group.map(({ a, b }): Pair => [a, b]);
    const { limits } = this.question;
    const stepLimit = Math.min(limits.stepLimit, limits.totalStepLimit - this.steps);
    const result = new RepairSearch(plan, mobility, { ...limits, stepLimit }, partners, isRefused).search(pairs);
    this.steps += result.steps;
    return result;
  }

  /** Whether the moves leave no moved part in a conflict on the plan without any other repair. */
  private holdsAlone(moves: readonly PartMove[]): boolean {
    const { bare } = this;
    const places = moves.map(([part]) => bare.placement[part]);
    for (const [part, to] of moves) bare.move(part, to);
    const isFree = moves.every(([part, to]) => {
      bare.findPartners(part, to);
      return bare.partnerCount === 0;
    });
    moves.forEach(([part], i) => void bare.move(part, places[i]));
    return isFree;
  }

  /** The operations at the limit of their moves that would have to move to repair the group; none if that would not help either. */
  private atMoveLimitIn(group: readonly Target[], partners: Partners): readonly string[] {
    const { mobility, instance } = this;
    if (this.question.limits.atMoveLimit.length === 0) return [];
    mobility.ignoresMoveLimit = true;
    const { best } = this.search(group, partners);
    mobility.ignoresMoveLimit = false;
    const parts = (best?.moves ?? []).map(([part]) => part).filter((part) => mobility.isAtMoveLimit(part));
    return [...new Set(parts.map((part) => instance.names.operations[instance.operation[part]]))];
  }

  /** Makes the repair that was found, so that those after it take it into account. */
  private make(group: readonly Target[], { complete, movesBound, steps }: SearchResult, found: Found): Repair {
    const { plan, instance } = this;
    const before = plan.levels();
    const moves = this.named(found.moves);
    for (const [part, to] of found.moves) {
      plan.move(part, to);
      this.mobility.leave(part);
    }
    this.knownPartners = null;
    const after = plan.levels();
    const left = new Set(stillOpen(group, this.partners()));
    return {
      moves: moves.map((move, i) => {
        const [part] = found.moves[i];
        return { ...move, start: instance.origin + instance.start[part], end: instance.origin + instance.end[part] };
      }),
      closes: group.filter((target) => !left.has(target)).map(({ record }) => record),
      before,
      after,
      loss: found.loss,
      proved: complete,
      movesBound,
      steps,
      explanation: sayRepair(plan, found.moves, moves, this.clock),
    };
  }

  private named(moves: readonly PartMove[]): RepairMove[] {
    const { names, operation, partIndex } = this.instance;
    return moves.map(([part, to]) => ({
      operation: names.operations[operation[part]],
      partIndex: partIndex[part],
      from: names.resources[this.plan.placement[part]],
      to: names.resources[to],
    }));
  }
}

const partOf = ({ names, operation, partIndex, partCount }: Instance, id: string, index: number): number => {
  const wanted = names.operations.indexOf(id);
  if (wanted < 0) return -1;
  for (let part = 0; part < partCount; part++) if (operation[part] === wanted && partIndex[part] === index) return part;
  return -1;
};

type Partners = ReadonlyMap<number, readonly number[]>;

const stillOpen = (targets: readonly Target[], partners: Partners): readonly Target[] =>
  targets.filter(({ a, b }) => partners.get(a)?.includes(b));

/** The conflicts by groups: conflicts with a part in common are in one group. In order of each group's first conflict. */
const groupsOf = (targets: readonly Target[], partCount: number): readonly (readonly Target[])[] => {
  const linked = new DisjointSets(partCount);
  for (const { a, b } of targets) linked.join(a, b);
  return [...Map.groupBy(targets, ({ a }) => linked.find(a)).values()];
};
