import { StoreError } from '../../db/storeError.ts';
import type { Delivery, Webhook } from '../../db/webhooks/webhooks.ts';
import { touches } from '../events/changeEvents.ts';
import type { Ports } from '../ports.ts';
import { createUserNames } from '../users/userNames.ts';
import { changeMessage, type ChangeMessage } from './changeMessage.ts';
import { mayWant } from './eventFilter.ts';
import { backoffMs, DOWN_AFTER, restMs } from './limits.ts';
import { send, type Sent } from './send.ts';

type DeliveryPorts = Pick<Ports, 'store' | 'accounts' | 'webhooks' | 'webhookLimits' | 'post' | 'clock' | 'ids'>;

/** For a message to be made, besides what a subscriber may take to answer. */
const MAKING_MS = 5_000;
const PAGE = 200;
const WEBHOOKS_AT_A_TIME = 100;
const GONE = 410;

/**
 * Makes deliveries of what subscribers have not been told: from each one's cursor in the planning's history, so that nothing is missed, whoever
 * was down. Nodes may do it at once; one of them moves a cursor. Answers whether there may be more.
 */
export const takeInChanges = async ({
  store,
  webhooks,
  webhookLimits,
  clock,
  ids,
}: DeliveryPorts): Promise<boolean> => {
  let isMore = false;
  for (const { head, ...webhook } of await webhooks.behind(webhookLimits.waiting, WEBHOOKS_AT_A_TIME)) {
    const found = await store.changesetsAfter(webhook.planning, webhook.cursor, PAGE);
    // What is beyond the head is still being written.
    const changes = found.filter(({ change }) => change <= head);
    const to = found.length === PAGE ? (changes.at(-1)?.change ?? head) : head;
    const now = clock();
    const deliveries = changes
      .filter((changeset) => touches(changeset, null) && mayWant(webhook.events, changeset))
      .map(({ id, change }) => ({ id: ids(), change, changeset: id, createdAt: now }));
    await webhooks.advance(webhook, to, deliveries);
    isMore ||= to < head;
  }
  return isMore;
};

/** A message that is this node's to send. */
export interface Taken {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

/** The next message that is due; undefined: none is. */
export const takeDelivery = ({ webhooks, webhookLimits, clock }: DeliveryPorts): Promise<Taken | undefined> =>
  webhooks.take(clock(), 2 * webhookLimits.answerMs + MAKING_MS);

/** What came of a message, for logs and metrics; empty: it said nothing that is wanted. */
export interface Delivered {
  readonly outcome: 'delivered' | 'failed' | 'dead' | 'empty';
  readonly error: string | null;
}

export const deliver = async (ports: DeliveryPorts, { webhook, delivery }: Taken): Promise<Delivered> => {
  const message = await messageOf(ports, webhook, delivery);
  if (message === null) {
    await ports.webhooks.drop(delivery);
    return { outcome: 'empty', error: null };
  }
  const sent = 'lost' in message ? message.lost : await send(ports, webhook, delivery.id, message);
  return { outcome: await settle(ports, webhook, delivery, sent, 'lost' in message), error: sent.error };
};

const messageOf = async (
  ports: DeliveryPorts,
  { planning, events }: Webhook,
  { change }: Delivery,
): Promise<ChangeMessage | { readonly lost: Sent } | null> => {
  try {
    return await changeMessage(ports, createUserNames(ports.accounts, ports.clock), planning, change, events);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'change_not_found') throw error;
    return { lost: { isTaken: false, status: null, error: 'The change is kept no longer (HISTORY_DAYS).' } };
  }
};

const settle = async (
  { webhooks, webhookLimits: { retryMs }, clock }: DeliveryPorts,
  webhook: Webhook,
  delivery: Delivery,
  { isTaken, status, error }: Sent,
  isHopeless: boolean,
): Promise<'delivered' | 'failed' | 'dead'> => {
  const at = clock();
  // A subscriber that is gone for good says so (Standard Webhooks 1.0).
  const isGone = status === GONE;
  if (isGone) {
    const { planning, id, updatedBy } = webhook;
    await webhooks.update(planning, id, { enabled: false, updatedBy, updatedAt: at });
  }
  const isOver = isHopeless || isGone || at - delivery.createdAt >= retryMs;
  await webhooks.settle(delivery, {
    status: isTaken ? 'delivered' : isOver ? 'dead' : 'waiting',
    at,
    httpStatus: status,
    error,
    nextAt: isTaken || isOver ? at : Math.min(at + backoffMs(delivery.attempts + 1), delivery.createdAt + retryMs),
    restUntil: isTaken || isHopeless ? 0 : at + restMs(webhook.failures + 1),
    isBack: isTaken && webhook.failures >= DOWN_AFTER,
  });
  return isTaken ? 'delivered' : isOver ? 'dead' : 'failed';
};
