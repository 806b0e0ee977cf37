import type { Edits } from '../changes/edits.ts';
import type { PlannedParts } from './plan.ts';

/**
 * Gives every operation of the plan a new assignment with the planned places; times, flags and metadata stay. One that ends up without any
 * place loses its assignment.
 */
export const writePlan = (edits: Edits, moves: PlannedParts, assignedBy: string | null): void => {
  for (const [operation, places] of moves) {
    const current = edits.assignmentOf(operation);
    const before = current?.fields.parts ?? [WHOLE];
    const parts = before.map((part, i) => {
      const resource = places.has(i) ? places.get(i)! : part.resource;
      return { ...part, id: edits.nextId(), resource, override: part.override && resource === part.resource };
    });
    if (parts.every((part) => part.resource === null)) {
      if (current !== undefined) edits.delete('assignment', current.id);
      continue;
    }
    edits.put('assignment', edits.nextId(), {
      operation,
      parts,
      metadata: current?.fields.metadata ?? null,
      assignedAt: edits.context.at,
      assignedBy,
    });
  }
};

const WHOLE = { startAt: null, endAt: null, resource: null, isFixed: false, override: false, metadata: null };
