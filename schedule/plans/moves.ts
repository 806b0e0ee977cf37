import type { MoveKind } from '../../engine/strategies/strategy.ts';
import type { AssignmentPartInput } from '../entities/assignment.ts';
import type { AssignmentPart, Version } from '../../db/versions/entities.ts';
import { instantOrNull } from '../records/instants.ts';

/** One change of a plan in the format of the API. A swap is two moves. */
export interface PlannedMove {
  readonly kind: MoveKind;
  readonly operation: string;
  /** Part id or zero-based index; null for the whole operation. */
  readonly part?: string | null | undefined;
  readonly fromResource?: string | null | undefined;
  readonly toResource?: string | null | undefined;
  readonly startAt?: string | null | undefined;
  readonly endAt?: string | null | undefined;
  /** Seconds that are added to the imposed delays of the operation's tasks that have not happened yet. */
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

/** The parts of an operation and their places, in a form that documents as well as writes accept. */
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

/** The index of the part that a move names; undefined if there is no such part. A move without a part refers to the only or the first one. */
export const partIndexOf = (parts: Parts, part: string | null | undefined): number | undefined => {
  if (part == null) return 0;
  const byId = parts.findIndex(({ id }) => id === part);
  if (byId >= 0) return byId;
  const index = /^\d{1,4}$/.test(part.slice(part.lastIndexOf('/') + 1))
    ? Number(part.slice(part.lastIndexOf('/') + 1))
    : -1;
  return index >= 0 && index < parts.length ? index : undefined;
};

/** The parts after a move. A move without a part moves all of them. */
export const movedParts = (parts: Parts, { part, toResource }: PlannedMove): Parts => {
  const resource = toResource ?? null;
  if (part == null) return parts.map((one) => ({ ...one, resource }));
  const index = partIndexOf(parts, part);
  return parts.map((one, i) => (i === index ? { ...one, resource } : one));
};
