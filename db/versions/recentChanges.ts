import type { CommittedChange } from './store.ts';

const MOST_CHANGES = 100;
/** Limit on the diffs of all cached changes; those of an upload are read from the database instead. */
const MOST_DIFFS = 2000;

/** The last changes of one planning that this process has seen, without a gap. */
export class RecentChanges {
  private changes: CommittedChange[] = [];
  private diffCount = 0;

  /** Adds changes in order. Known ones are skipped; a gap clears the cache. */
  add(changes: readonly CommittedChange[]): void {
    for (const one of changes) {
      const last = this.changes.at(-1)?.changeset.change;
      const { change } = one.changeset;
      if (last !== undefined && change <= last) continue;
      if (last !== undefined && change > last + 1) this.clear();
      this.changes.push(one);
      this.diffCount += one.diffs?.length ?? 0;
    }
    while (this.changes.length > MOST_CHANGES || this.diffCount > MOST_DIFFS) {
      this.diffCount -= this.changes.shift()?.diffs?.length ?? 0;
    }
  }

  /** The changes after `after` up to `until`, both change numbers; undefined if some are not cached. */
  between(after: number, until: number): readonly CommittedChange[] | undefined {
    if (after >= until) return [];
    const first = this.changes[0]?.changeset.change;
    const last = this.changes.at(-1)?.changeset.change;
    if (first === undefined || last === undefined || first > after + 1 || last < until) return undefined;
    return this.changes.slice(after + 1 - first, until + 1 - first);
  }

  private clear(): void {
    this.changes = [];
    this.diffCount = 0;
  }
}
