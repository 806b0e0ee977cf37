import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { CommittedChange } from '../../db/versions/store.ts';

/** Number of changes that are read at a time for a subscriber who catches up: one who reads nothing holds them for as long as it may. */
const PAGE = 20;
/** Most changed records in the pages that a node keeps; with their messages, a record takes about 3 KB. */
const MOST_RECORDS = 10_000;

interface Page<T> {
  readonly changes: Promise<readonly T[]>;
  readonly records: number;
}

const recordsOf = ({ changeset: { counts } }: CommittedChange): number =>
  Object.values(counts).reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0);

/**
 * Pages of changes for subscribers of this node who catch up. When a node was started again, all its subscribers ask for the same changes, so these
 * are read and serialized once. A page ends at a multiple of its size, so that subscribers who begin at different changes soon share pages.
 */
export class ReplayPages<T extends { readonly change: CommittedChange }> {
  private readonly pages = new Lru<string, Page<T>>({
    budget: new Budget(MOST_RECORDS),
    weigh: ({ records }) => records,
  });

  /** The changes after this one; `read` reads as many as it is asked for. */
  async after({ key }: PlanningRef, change: number, read: (limit: number) => Promise<T[]>): Promise<readonly T[]> {
    const name = `${key} ${change}`;
    const known = this.pages.get(name);
    if (known !== undefined) return known.changes;
    const changes = read(PAGE - (change % PAGE));
    this.pages.set(name, { changes, records: 1 });
    try {
      const records = (await changes).reduce((sum, one) => sum + recordsOf(one.change), 1);
      this.pages.set(name, { changes, records });
    } catch (error) {
      this.pages.delete(name);
      throw error;
    }
    return changes;
  }
}
