import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import { keyOf } from '../../db/versions/layer.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { type Clash, recordName, ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';

/** What a merge needs besides the two states. Past versions never change, so these facts may be gathered before the lock is taken. */
export interface Facts {
  /** The mainline versions from which draft rows branched, by versionId. */
  readonly bases: ReadonlyMap<string, Version>;
  /** For each operation that the mainline deleted, by id: the operation, its tasks and its assignment just before. */
  readonly deleted: ReadonlyMap<string, readonly Version[]>;
}

/** Thrown by a merge that needs more facts. */
export class Lacking extends Error {
  /** Draft rows whose base versions are needed. */
  readonly rows: readonly Version[];
  /** Deleted operations whose last versions are needed. */
  readonly operations: readonly string[];

  constructor(rows: readonly Version[], operations: readonly string[]) {
    super('The merge needs facts that were not gathered.');
    this.rows = rows;
    this.operations = operations;
  }
}

/** Usually two rounds suffice (base versions, then deleted operations). More are needed only if others write between lookup and lock. */
const MOST_ROUNDS = 16;

/**
 * Runs a merge and gathers the facts that it turns out to need. Nothing is looked up under the lock: the merge is aborted and run again with more
 * facts. Throws `planning_not_found` if the facts are missing because the planning was deleted, and 503 (`busy`) if others write faster than facts
 * can be gathered.
 */
export const withFacts = async <T>(
  deps: Pick<Ports, 'store'>,
  planning: PlanningRef,
  merge: (facts: Facts) => Promise<T>,
): Promise<T> => {
  const bases = new Map<string, Version>();
  const deleted = new Map<string, readonly Version[]>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    try {
      return await merge({ bases, deleted });
    } catch (error) {
      if (!(error instanceof Lacking)) throw error;
      for (const version of await basesOf(deps, planning, error.rows)) bases.set(version.versionId, version);
      for (const operation of error.operations) {
        deleted.set(operation, await deps.store.beforeDeletion(planning, operation));
      }
      // A fact is missing only if the planning was deleted, in which case `head` throws. Looking it up again would not help.
      if (error.rows.some(({ base }) => !bases.has(present(base)))) {
        await deps.store.head(planning);
        throw busy(planning);
      }
    }
  }
  throw busy(planning);
};

const busy = ({ id }: PlanningRef): ScheduleError =>
  new ScheduleError('busy', `Planning ${id} changes faster than the draft can be merged with it; try again.`);

/** Reads the base versions with one query per kind. */
const basesOf = async (
  { store }: Pick<Ports, 'store'>,
  planning: PlanningRef,
  rows: readonly Version[],
): Promise<Version[]> => {
  const found: Version[] = [];
  for (const [kind, drafts] of Map.groupBy(rows, (row) => row.kind)) {
    const wanted = drafts.map((draft) => ({ key: keyOf(draft), versionId: present(draft.base) }));
    found.push(...(await store.versions<Kind>(planning, kind, wanted)));
  }
  return found;
};

export const clashed = (what: string, clashes: readonly Clash[]): ScheduleError => {
  const { entity, id, fields } = present(clashes[0]);
  const more = clashes.length > 1 ? ` and ${clashes.length - 1} more` : '';
  return new ScheduleError(
    'clash',
    `${what} clashes on ${recordName(entity, id)} (${fields.slice(0, 5).join(', ')})${more}.`,
    {
      clashes,
    },
  );
};
