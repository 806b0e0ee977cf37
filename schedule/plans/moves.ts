import type { AssignmentPartInput } from '../entities/assignment.ts';
import type { AssignmentPart, Version } from '../../db/versions/entities.ts';
import { instantOrNull } from '../records/instants.ts';

/** One change of a plan, as the wire tells it. A swap is two moves. */
export interface PlannedMove {
  readonly kind: 'reassign' | 'swap' | 'unassign' | 'delay';
  readonly operation: string;
  /** Part id or zero-based index; null: the operation as a whole. */
  readonly part?: string | null | undefined;
  readonly fromResource?: string | null | undefined;
  readonly toResource?: string | null | undefined;
  readonly startAt?: string | null | undefined;
  readonly endAt?: string | null | undefined;
  /** Added to the imposed delay of both tasks that have not happened yet. */
  readonly delaySeconds?: number | null | undefined;
}

export interface Move {
  readonly kind: PlannedMove['kind'];
  readonly operation: string;
  readonly part: string | null;
  readonly fromResource: string | null;
  readonly toResource: string | null;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly delaySeconds: number;
}

/** Where the parts of an operation are, in a form that both documents and writes take. */
export type Parts = readonly AssignmentPartInput[];

export const partsOf = (assignment: Version<'assignment'> | undefined): Parts =>
  assignment === undefined ? [{ resource: null }] : assignment.fields.parts.map(toPartInput);

const toPartInput = ({ id, startAt, endAt, resource, isFixed, metadata }: AssignmentPart): AssignmentPartInput => ({
  id,
  startAt: instantOrNull(startAt),
  endAt: instantOrNull(endAt),
  resource,
  isFixed,
  metadata,
});

/** The index that a move names; undefined when there is no such part. A move without a part means the only one, or the first. */
export const partIndexOf = (parts: Parts, part: string | null | undefined): number | undefined => {
  if (part == null) return 0;
  const byId = parts.findIndex(({ id }) => id === part);
  if (byId >= 0) return byId;
  const index = /^\d{1,4}$/.test(part.slice(part.lastIndexOf('/') + 1))
    ? Number(part.slice(part.lastIndexOf('/') + 1))
    : -1;
  return index >= 0 && index < parts.length ? index : undefined;
};

/** Whole operations move with all their parts. */
export const movedParts = (parts: Parts, { part, toResource }: PlannedMove): Parts => {
  const resource = toResource ?? null;
  if (part == null) return parts.map((one) => ({ ...one, resource }));
  const index = partIndexOf(parts, part);
  return parts.map((one, i) => (i === index ? { ...one, resource } : one));
};
