import type { ConflictRecord } from '../../api/contract/conflict.ts';
import type { Directory } from '../directory/directory.ts';
import { shownTime } from './tool.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface ShownConflict {
  readonly id: string;
  readonly kind: ConflictRecord['kind'];
  readonly operations: readonly Named[];
  readonly resource: Named;
  readonly from: string | null;
  readonly to: string | null;
  readonly overlapMinutes: number;
  readonly probability: number;
  readonly severity: ConflictRecord['severity'];
}

type Conflict = Omit<ConflictRecord, 'operations' | 'parts'> & { readonly operations: readonly string[] };

/** A conflict with names beside the ids. */
export const shownConflict = (directory: Directory, conflict: Conflict): ShownConflict => {
  const { id, kind, operations, resource, startAt, endAt, overlapSeconds, probability, severity } = conflict;
  return {
    id,
    kind,
    operations: operations.map((operation) => ({ id: operation, name: directory.nameOf('operation', operation) })),
    resource: { id: resource, name: directory.nameOf('resource', resource) },
    from: shownTime(Date.parse(startAt), directory.zone),
    to: shownTime(Date.parse(endAt), directory.zone),
    overlapMinutes: Math.round(overlapSeconds / 60),
    probability: Math.round(probability * 1000) / 1000,
    severity,
  };
};
