import { Budget, Lru } from '../../db/versions/lru.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { CommittedChange, Store } from '../../db/versions/store.ts';

/** Number of changes that are read at a time: whoever sends them slowly holds them for as long as it may. */
const PAGE = 20;
/** Most changed records in the pages that are kept; with the messages made from it, a record takes about 3 KB. */
const MOST_RECORDS = 10_000;

interface Page<T> {
  readonly changes: Promise<readonly T[]>;
  readonly records: number;
}

const recordsOf = ({ changeset: { counts } }: CommittedChange): number =>
  Object.values(counts).reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0);

/**
 * The history of plannings in pages, for those who send past changes one after another. Many who missed the same changes, such as all subscribers
 * after a restart, read them once, and so does one who sends one change at a time. Pages begin at multiples of their size, wherever a reader begins.
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

  /** The stored changes from this one on, to the end of its page at least. */
  async from(planning: PlanningRef, change: number): Promise<readonly T[]> {
    const after = change - 1 - ((change - 1) % PAGE);
    const name = `${planning.key} ${after}`;
    const following = (changes: readonly T[]): readonly T[] =>
      changes.filter((one) => one.change.changeset.change >= change);
    const known = await this.pages.get(name)?.changes;
    // A page that was the last one when it was read may have grown.
    const kept = following(known ?? []);
    return kept.length > 0 ? kept : following(await this.read(planning, after, name));
  }

  private async read(planning: PlanningRef, after: number, name: string): Promise<readonly T[]> {
    const reading = async (): Promise<readonly T[]> =>
      (await this.store.news(planning, after, PAGE)).changes.map((one) => this.make(planning, one));
    const changes = reading();
    this.pages.set(name, { changes, records: 1 });
    try {
      const records = (await changes).reduce((sum, { change }) => sum + recordsOf(change), 1);
      this.pages.set(name, { changes, records });
    } catch (error) {
      this.pages.delete(name);
      throw error;
    }
    return changes;
  }
}
