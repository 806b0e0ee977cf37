import { toShare } from '../objective/wireNumbers.ts';
import type { Instance } from '../instance/instance.ts';
import { formatInstant } from '../instance/instant.ts';
import { Timelines } from '../board/timelines.ts';
import type { Placement } from '../objective/score.ts';
import { AdjacencyIndex } from '../objective/pairs/adjacency.ts';
import { bufferSeconds } from '../objective/pairs/buffers.ts';
import { overlapProbability } from '../uncertainty/pairProbability.ts';
import { type ConflictKind, visitConflicts } from './visitConflicts.ts';

/** Two parts that cannot both be where they are. Parts and resources are indices of the instance; times are seconds since its origin. */
export interface Conflict {
  /** The id depends only on the two parts and the kind, not on the workspace, virtual state or order in time. */
  readonly id: string;
  readonly kind: ConflictKind;
  /** Index into names.rules; −1 for an overlap. */
  readonly rule: number;
  /** `a` is the earlier part, `b` the later one. */
  readonly a: number;
  readonly b: number;
  /** The resource of `a`, and of `b` too unless the kind is adjacency. */
  readonly resource: number;
  /** The time that both parts share; for a buffer, the missing part of the gap. */
  readonly start: number;
  readonly end: number;
  /** 0 for a buffer. */
  readonly overlapSeconds: number;
  /** The probability that `a` really ends after `b` starts (for a buffer: that the gap is really too short). */
  readonly probability: number;
  readonly severity: Severity;
}

export type Severity = 'critical' | 'warning' | 'info';

/**
 * Every conflict of the placement, ordered by the later part, then by the earlier one. Parts are numbered by start, so this is the
 * order of the conflicts' starts.
 */
export const findConflicts = (instance: Instance, placement: Placement): readonly Conflict[] => {
  const { timelines, adjacency } = timelinesOf(instance, placement);
  const conflicts: Conflict[] = [];
  visitConflicts(instance, timelines, adjacency, (kind, a, b, resource, rule) => {
    conflicts.push(describeConflict(instance, kind, a, b, resource, rule));
  });
  return conflicts.sort((x, y) => x.b - y.b || x.a - y.a);
};

/** The placement as timelines. `adjacency` is null where no hard rule concerns related resources. */
export const timelinesOf = (
  instance: Instance,
  placement: Placement,
): { readonly timelines: Timelines; readonly adjacency: AdjacencyIndex | null } => {
  const timelines = new Timelines(instance.start, instance.end, instance.resourceCount);
  for (let part = 0; part < placement.length; part++) {
    if (placement[part] >= 0) timelines.insert(placement[part], part);
  }
  const hasNeighbors = instance.terms.adjacencies.some(({ hard }) => hard);
  return { timelines, adjacency: hasNeighbors ? new AdjacencyIndex(instance, timelines) : null };
};

/** The conflict of a pair that `visitConflicts` found. */
export const describeConflict = (
  instance: Instance,
  kind: ConflictKind,
  a: number,
  b: number,
  resource: number,
  rule: number,
): Conflict => {
  const isBuffer = kind === 'buffer';
  const gapSeconds = isBuffer ? bufferSeconds(instance, rule) : 0;
  const start = instance.start[b];
  const end = isBuffer ? instance.end[a] + gapSeconds : Math.min(instance.end[a], instance.end[b]);
  const probability = overlapProbability(instance, a, b, gapSeconds);
  return {
    id: conflictId(instance, kind, a, b),
    kind,
    rule,
    a,
    b,
    resource,
    start,
    end,
    overlapSeconds: isBuffer ? 0 : end - start,
    probability,
    severity: severityOf(probability),
  };
};

const severityOf = (probability: number): Severity => {
  if (probability >= 0.5) return 'critical';
  return probability >= 0.1 ? 'warning' : 'info';
};

/** A hash of the kind and of the two parts (operation id and part index) in either order: 16 hexadecimal digits. */
export const conflictId = (instance: Instance, kind: ConflictKind, a: number, b: number): string => {
  const keyOf = (part: number): string =>
    `${instance.names.operations[instance.operation[part]]}/${instance.partIndex[part]}`;
  const [first, second] = [keyOf(a), keyOf(b)].sort();
  const text = `${kind} ${first} ${second}`;
  return hash32(text, 0x811c9dc5) + hash32(text, 0x2f0b4a27);
};

/** FNV-1a with a final mix (Fowler, Noll, Vo; Appleby's fmix32), eight hexadecimal digits. */
const hash32 = (text: string, seed: number): string => {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
};

/** The conflict as it is sent: ids and ISO 8601 instants. */
export interface ConflictRecord {
  readonly id: string;
  readonly planning: string;
  readonly resource: string;
  readonly kind: ConflictKind;
  readonly operations: readonly [string, string];
  readonly parts: readonly [string, string];
  readonly startAt: string;
  readonly endAt: string;
  readonly overlapSeconds: number;
  readonly probability: number;
  readonly severity: Severity;
}

/** The conflict with its probability rounded to four decimals; its severity follows from that. Throws RangeError for times outside the years 0 to 9999. */
export const toConflictRecord = (instance: Instance, conflict: Conflict): ConflictRecord => {
  const { names, operation, origin } = instance;
  const { id, kind, a, b, resource, start, end, overlapSeconds } = conflict;
  const probability = toShare(conflict.probability);
  return {
    id,
    planning: names.planning,
    resource: names.resources[resource],
    kind,
    operations: [names.operations[operation[a]], names.operations[operation[b]]],
    parts: [names.parts[a], names.parts[b]],
    startAt: formatInstant((origin + start) * 1000),
    endAt: formatInstant((origin + end) * 1000),
    overlapSeconds,
    probability,
    // From the rounded probability, so that the two members agree.
    severity: severityOf(probability),
  };
};
