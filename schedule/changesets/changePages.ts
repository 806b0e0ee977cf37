import { diffCountOf } from '../../db/versions/diffCountOf.ts';
import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { CommittedChange, Store } from '../../db/versions/store.ts';

/** Number of changes that are read at a time: a slow sender may keep them in memory for as long as it sends. */
const PAGE = 20;
/** Most changed records in the pages that are kept; with the messages made from it, a record takes about 3 KB. */
const MOST_RECORDS = 10_000;

interface Page<T> {
  readonly changes: Promise<readonly T[]>;
  readonly records: number;
}

const numberOf = ({ change }: { readonly change: CommittedChange }): number => change.changeset.change;

/**
 * The history of plannings in pages, for code that sends past changes one after another. Pages are shared: when many subscribers missed the same
 * changes, as after a restart, the changes are read once, and likewise when one reader sends one change at a time. Pages begin at multiples of their
 * size, wherever a reader begins.
 */
export class ChangePages<T extends { readonly change: CommittedChange }> {
  private readonly store: Pick<Store, 'news'>;
  private readonly make: (planning: PlanningRef, change: CommittedChange) => T;
  private readonly pages = new Lru<string, Page<T>>({
    budget: new Budget(MOST_RECORDS),
    weigh: ({ records }) => records,
  });

  /** `make` adds what is derived from a change, once for all readers. */
  constructor(store: Pick<Store, 'news'>, make: (planning: PlanningRef, change: CommittedChange) => T) {
    this.store = store;
    this.make = make;
  }

  /** The stored changes from this one on, as many as are read at a time; empty if there are none. */
  async from(planning: PlanningRef, change: number): Promise<readonly T[]> {
    const after = change - 1 - ((change - 1) % PAGE);
    const name = `${planning.key} ${after}`;
    for (;;) {
      const reading = this.pages.get(name)?.changes;
      const known = (await reading) ?? [];
      const following = known.filter((one) => numberOf(one) >= change);
      if (following.length > 0) return following;
      // Somebody else reads what follows.
      if (this.pages.get(name)?.changes !== reading) continue;
      // A page that was the last one when it was read may have grown, and the store reads fewer changes at a time where they are large.
      const { length } = await this.extend(planning, name, after, known);
      if (length === known.length) return [];
    }
  }

  /** Reads what follows the known changes of a page. */
  private async extend(planning: PlanningRef, name: string, after: number, known: readonly T[]): Promise<readonly T[]> {
    const last = known.at(-1);
    const reading = async (): Promise<readonly T[]> => {
      const { changes } = await this.store.news(
        planning,
        last === undefined ? after : numberOf(last),
        PAGE - known.length,
      );
      return [...known, ...changes.map((one) => this.make(planning, one))];
    };
    const changes = reading();
    this.pages.set(name, { changes, records: 1 });
    try {
      const records = (await changes).reduce((sum, { change }) => sum + diffCountOf(change.changeset.counts), 1);
      this.pages.set(name, { changes, records });
    } catch (error) {
      this.pages.delete(name);
      throw error;
    }
    return changes;
  }
}
