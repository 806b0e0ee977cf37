import { StoreError } from '../../db/storeError.ts';
import type { Delivery, Taken, Webhook } from '../../db/webhooks/webhooks.ts';
import { touches } from '../events/changeEvents.ts';
import type { Ports } from '../ports.ts';
import { instant } from '../records/instants.ts';
import { changeMessage, type ChangeMessage, type MessageSources } from './changeMessage.ts';
import { mayWant } from './eventFilter.ts';
import { backoffMs, DOWN_AFTER, restMs } from './limits.ts';
import { send, type Sent } from './send.ts';

type DeliveryPorts = Pick<Ports, 'store' | 'accounts' | 'webhooks' | 'webhookLimits' | 'post' | 'clock' | 'ids'>;

/** Milliseconds for building a message, in addition to the subscriber's response timeout. */
const MAKING_MS = 5_000;
const PAGE = 200;
const WEBHOOKS_AT_A_TIME = 100;
const GONE = 410;

/** Stands for the id of the last of several changes whose history was deleted before they could be taken in. */
export const UNKNOWN = '';

/** Changes that a webhook is not told of one by one, because their history was deleted before they could be taken in. */
export interface Missed {
  readonly webhook: Webhook;
  readonly changes: number;
}

/**
 * Creates deliveries for the changes after each webhook's cursor in the planning's history, so that none is missed, no matter which node was down.
 * Several nodes may run this concurrently; only one of them advances a cursor. Returns whether there may be more.
 */
export const takeInChanges = async (
  { store, webhooks, webhookLimits, clock, ids }: DeliveryPorts,
  onMissed: (missed: Missed) => void = () => {},
): Promise<boolean> => {
  let isMore = false;
  for (const { head, ...webhook } of await webhooks.behind(webhookLimits.waiting, WEBHOOKS_AT_A_TIME)) {
    const found = await store.changesetsAfter(webhook.planning, webhook.cursor, PAGE);
    // Rows beyond the head are still being written.
    const changes = found.filter(({ change }) => change <= head);
    const to = found.length === PAGE ? (changes.at(-1)?.change ?? head) : head;
    const now = clock();
    const first = changes[0]?.change ?? to + 1;
    const missed = first - webhook.cursor - 1;
    const gap = missed > 0 ? [{ id: ids(), change: first - 1, changeset: UNKNOWN, createdAt: now }] : [];
    const deliveries = changes
      .filter((changeset) => touches(changeset, null) && mayWant(webhook.events, changeset))
      .map(({ id, change }) => ({ id: ids(), change, changeset: id, createdAt: now }));
    const isMine = await webhooks.advance(webhook, to, [...gap, ...deliveries]);
    if (isMine && missed > 0) onMissed({ webhook, changes: missed });
    isMore ||= to < head;
  }
  return isMore;
};

/** Claims the next due message; undefined if none is due. */
export const takeDelivery = ({ webhooks, webhookLimits, clock }: DeliveryPorts): Promise<Taken | undefined> =>
  webhooks.take(clock(), 2 * webhookLimits.answerMs + MAKING_MS);

/** The outcome of a delivery, for logs and metrics. `empty`: the change has no event that the webhook wants. */
export interface Delivered {
  readonly outcome: 'delivered' | 'failed' | 'dead' | 'empty';
  readonly error: string | null;
}

export const deliver = async (ports: DeliveryPorts, sources: MessageSources, taken: Taken): Promise<Delivered> => {
  const { webhook, delivery } = taken;
  const message = await messageOf(ports, sources, webhook, delivery);
  if (message === null) {
    await ports.webhooks.drop(taken);
    return { outcome: 'empty', error: null };
  }
  const sent = await send(ports, webhook, delivery.id, message);
  return { outcome: await settle(ports, taken, sent), error: sent.error };
};

/** Tells a subscriber that changes up to this number were deleted from the history before it heard of them, so that it has to read the planning anew. */
interface ResetMessage {
  readonly type: 'reset';
  readonly timestamp: string;
  readonly data: { readonly planning: string; readonly number: number };
}

const messageOf = async (
  ports: DeliveryPorts,
  sources: MessageSources,
  { planning, events }: Webhook,
  { change, changeset, createdAt }: Delivery,
): Promise<ChangeMessage | ResetMessage | null> => {
  try {
    if (changeset !== UNKNOWN) return await changeMessage(ports, sources, planning, change, events);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'change_not_found') throw error;
  }
  return { type: 'reset', timestamp: instant(createdAt), data: { planning: planning.id, number: change } };
};

const settle = async (
  { webhooks, webhookLimits: { retryMs }, clock }: DeliveryPorts,
  taken: Taken,
  { isTaken, status, error }: Sent,
): Promise<'delivered' | 'failed' | 'dead'> => {
  const { webhook, delivery } = taken;
  const at = clock();
  // A subscriber that no longer wants messages responds with 410 (Standard Webhooks 1.0), which disables the webhook; one at an earlier address does not.
  const isGone = status === GONE && (await webhooks.disable(taken, at));
  const isOver = isGone || at - delivery.createdAt >= retryMs;
  await webhooks.settle(taken, {
    status: isTaken ? 'delivered' : isOver ? 'dead' : 'waiting',
    at,
    httpStatus: status,
    error,
    nextAt: isTaken || isOver ? at : Math.min(at + backoffMs(delivery.attempts + 1), delivery.createdAt + retryMs),
    restUntil: isTaken ? 0 : at + restMs(webhook.failures + 1),
    isBack: isTaken && webhook.failures >= DOWN_AFTER,
  });
  return isTaken ? 'delivered' : isOver ? 'dead' : 'failed';
};
