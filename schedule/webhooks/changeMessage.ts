import { StoreError } from '../../db/storeError.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { CommittedChange } from '../../db/versions/store.ts';
import { ChangePages } from '../changesets/changePages.ts';
import { assignersOf, batchEvents, type BatchEvent, type Author, touches } from '../events/changeEvents.ts';
import { readDiffs } from '../events/readDiffs.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';
import { createUserNames, type UserNames } from '../users/userNames.ts';
import { wants } from './eventFilter.ts';

/** The message that a webhook receives, in the envelope of Standard Webhooks. */
export interface ChangeMessage {
  readonly type: 'change';
  readonly timestamp: string;
  readonly data: {
    readonly planning: string;
    readonly change: string;
    /** Grows with each change of the planning, so that a receiver can tell which of two messages is about the later one. */
    readonly number: number;
    readonly author: Author | null;
    readonly source: string;
    readonly message: string | null;
    /** In the same format as on `/v1/events/`; empty if `truncated`. */
    readonly events: readonly BatchEvent[];
    /** Set if there are too many events to send; the receiver can read the changeset instead. */
    readonly truncated?: { readonly events: number };
  };
}

/** What messages are made from; kept, because the messages of one webhook are about changes that follow each other. */
export interface MessageSources {
  readonly pages: ChangePages<{ readonly change: CommittedChange }>;
  readonly names: UserNames;
}

export const messageSources = ({
  store,
  accounts,
  clock,
}: Pick<Ports, 'store' | 'accounts' | 'clock'>): MessageSources => ({
  pages: new ChangePages(store, (_, change) => ({ change })),
  names: createUserNames(accounts, clock),
});

/**
 * The message of a change for a webhook on the mainline; null if the webhook wants none of its events. Throws `change_not_found` if the change is no
 * longer stored.
 */
export const changeMessage = async (
  { store, webhookLimits }: Pick<Ports, 'store' | 'webhookLimits'>,
  { pages, names }: MessageSources,
  planning: PlanningRef,
  change: number,
  patterns: readonly string[],
): Promise<ChangeMessage | null> => {
  const found = (await pages.from(planning, change))[0]?.change;
  // If the change is no longer stored, the first one is later.
  if (found?.changeset.change !== change) {
    throw new StoreError('change_not_found', `Change ${change} is no longer stored.`, { change });
  }
  const { changeset, before, after } = found;
  const all = found.diffs ?? (await store.diff(planning, change));
  if (!touches(changeset, null)) return null;
  const own = changeset.workspace === null ? all : all.filter(({ entity }) => entity === 'workspace');
  const diffs = await readDiffs(changeset, own, { before: () => before(null), after: () => after(null) });
  const state = diffs.some(({ entity }) => entity === 'operation') ? await after(null) : null;
  const { id, source, message, at } = changeset;
  const author = changeset.author === null ? null : { id: changeset.author, name: await names.of(changeset.author) };
  const layerChange = { changeset, diffs, names: await names.all(assignersOf(diffs)), after: state, author };
  const events = (await batchEvents(layerChange)).filter(({ type }) => wants(patterns, type));
  if (events.length === 0) return null;
  const isTooLong = events.length > webhookLimits.events;
  return {
    type: 'change',
    timestamp: instant(at),
    data: {
      planning: planning.id,
      change: id,
      number: change,
      author,
      source,
      message,
      events: isTooLong ? [] : events,
      ...(isTooLong ? { truncated: { events: events.length } } : {}),
    },
  };
};
