import { firstConflicts } from '../conflicts/conflictPage.ts';
import type { Conflict } from '../conflicts/findConflicts.ts';
import { type Instance, NOT_PINNED, PartFlag, resourceIdOf } from '../instance/instance.ts';
import { formatInstant } from '../instance/instant.ts';
import type { Placement } from '../objective/score.ts';
import { clockOf } from './clock.ts';
import { Effort } from './effort.ts';
import type { Reason, ReasonKind, Relaxation } from './reason.ts';
import { Reasoner } from './reasoner.ts';
import { Speaker } from './sayReason.ts';
import { sharedTags } from './sharedTags.ts';

/** A reason as it is sent: ids, ISO 8601 instants and weight units. */
export interface ReasonRecord {
  readonly operation: string;
  readonly part: string;
  /** The id of the conflict that the reason explains; null when the operation has no place. */
  readonly conflict: string | null;
  readonly kind: ReasonKind;
  readonly message: string;
  /** Operations that cannot all be placed; empty when no such set is known. */
  readonly operations: readonly string[];
  /** Operations that may not move and are part of the proof. */
  readonly fixed: readonly string[];
  /** Resources that `operations` may use while those stay. */
  readonly resources: readonly string[];
  /** Required tags that all of them have. */
  readonly tags: readonly string[];
  readonly startAt: string;
  readonly endAt: string;
  readonly atOnce: boolean;
  readonly irreducible: boolean;
  readonly relaxations: readonly RelaxationRecord[];
  readonly way: {
    /** The change of the score in weight units. */
    readonly delta: number;
    readonly moves: readonly {
      readonly operation: string;
      readonly part: string;
      readonly fromResource: string | null;
      readonly toResource: string | null;
    }[];
  } | null;
}

export interface RelaxationRecord {
  readonly kind: Relaxation['kind'];
  readonly operation: string | null;
  readonly resource: string | null;
  readonly rule: string | null;
  readonly tag: string | null;
  readonly seconds: number;
  readonly price: number;
  readonly enough: boolean;
  readonly message: string;
}

export interface ReasonOptions {
  /** The IANA time zone of times in messages. Default UTC. */
  readonly timezone?: string;
  /** Explain only this part. */
  readonly part?: number;
  /** Whether the plan is proven optimal, so that an operation it leaves out is left out for a good reason, whether or not one is found. */
  readonly optimal?: boolean;
  readonly stop?: () => boolean;
}

export interface PlanReasons {
  /** First the reasons of operations without a place, in order of start, then those of conflicts. */
  readonly reasons: readonly ReasonRecord[];
  /** The number of operations without a place and of conflicts. */
  readonly reasonCount: number;
}

/** Further reasons are only counted. */
const MOST_REASONS = 50;
/** Steps of the search for one reason. */
const STEPS_EACH = 20_000;

/** Explains why operations have no place, and why there are conflicts. Deterministic except for `stop`. */
export const planReasons = (instance: Instance, placement: Placement, options: ReasonOptions): PlanReasons => {
  const { timezone, part: only, optimal = false, stop = () => false } = options;
  const all = troubles(instance, placement);
  const asked = only === undefined ? all : [all.find(({ part, partner }) => part === only || partner === only)];
  if (asked.every((trouble) => trouble === undefined)) return { reasons: [], reasonCount: 0 };
  const reasoner = new Reasoner(instance, placement);
  const speaker = new Speaker(reasoner.around, clockOf(instance, timezone), optimal);
  const reasons: ReasonRecord[] = [];
  for (const trouble of asked.slice(0, MOST_REASONS)) {
    if (trouble === undefined || stop()) break;
    const [part, partner] =
      trouble.partner === only ? [trouble.partner, trouble.part] : [trouble.part, trouble.partner];
    const reason = reasoner.why(part, new Effort(STEPS_EACH, stop), partner);
    reasons.push(toRecord(instance, trouble.conflict, reason, speaker));
  }
  return { reasons, reasonCount: asked.length };
};

interface Trouble {
  readonly part: number;
  readonly partner: number;
  readonly conflict: Conflict | null;
}

/** The parts without a place; then, for each conflict, the part that could move (the later one if both can) and its partner. */
const troubles = (instance: Instance, placement: Placement): readonly Trouble[] => {
  const { flags, pinned } = instance;
  const unplaced = [...placement.keys()].filter(
    (part) => placement[part] < 0 && (flags[part] & PartFlag.blocker) === 0,
  );
  return [
    ...unplaced.map((part) => ({ part, partner: -1, conflict: null })),
    ...firstConflicts(instance, placement).map((conflict) => {
      const [part, partner] = pinned[conflict.b] === NOT_PINNED ? [conflict.b, conflict.a] : [conflict.a, conflict.b];
      return { part, partner, conflict };
    }),
  ];
};

const toRecord = (instance: Instance, conflict: Conflict | null, reason: Reason, speaker: Speaker): ReasonRecord => {
  const { names, operation, origin } = instance;
  const { part, kind, parts, given, resources, atOnce, irreducible, relaxations, way } = reason;
  const idOf = (one: number): string => names.operations[operation[one]];
  const idsOf = (list: readonly number[]): readonly string[] => [...new Set(list.map(idOf))];
  const { start, end } = parts.length > 0 || conflict === null ? { start: reason.from, end: reason.to } : conflict;
  return {
    operation: idOf(part),
    part: names.parts[part],
    conflict: conflict === null ? null : conflict.id,
    kind,
    message: speaker.reason(reason),
    operations: idsOf(parts),
    fixed: idsOf(given),
    resources: resources.map((resource) => names.resources[resource]),
    tags: sharedTags(instance, parts),
    startAt: formatInstant((origin + start) * 1000),
    endAt: formatInstant((origin + end) * 1000),
    atOnce,
    irreducible,
    relaxations: relaxations.map((relaxation) => ({
      kind: relaxation.kind,
      operation: relaxation.part < 0 ? null : idOf(relaxation.part),
      resource: resourceIdOf(names, relaxation.resource),
      rule: relaxation.rule < 0 ? null : names.rules[relaxation.rule].id,
      tag: relaxation.tag,
      seconds: relaxation.seconds,
      price: relaxation.cost / 100,
      enough: relaxation.enough,
      message: speaker.relaxation(relaxation),
    })),
    way: way && {
      delta: way.delta / 100,
      moves: way.moves.map((move) => ({
        operation: idOf(move.part),
        part: names.parts[move.part],
        fromResource: resourceIdOf(names, move.from),
        toResource: resourceIdOf(names, move.to),
      })),
    },
  };
};
