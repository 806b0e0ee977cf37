import type { PlanningRef } from '../versions/planningState.ts';

/** All times epoch ms. */
export interface Webhook {
  readonly id: string;
  readonly planning: PlanningRef;
  readonly url: string;
  readonly description: string | null;
  /** `operation.updated`, `operation.*`, `*`. */
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly secret: string;
  /** Number of the last change that is delivered or among the deliveries. */
  readonly cursor: number;
  /** Deliveries that failed one after another. */
  readonly failures: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

/** `dead`: tried for a day, and given up until somebody asks for it. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'dead';

export interface Delivery {
  /** The message's `webhook-id`, the same at every attempt. */
  readonly id: string;
  readonly webhook: string;
  readonly change: number;
  readonly changeset: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAt: number;
  readonly createdAt: number;
  readonly lastAt: number | null;
  /** Of HTTP; null: there was no answer. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export type NewWebhook = Omit<Webhook, 'cursor' | 'failures' | 'updatedBy' | 'updatedAt'>;
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'events' | 'enabled' | 'cursor'>> &
  Pick<Webhook, 'updatedBy' | 'updatedAt'>;

/** What came of an attempt. */
export interface Attempt {
  readonly status: DeliveryStatus;
  readonly at: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  /** Of one that waits: when it is tried again. */
  readonly nextAt: number;
  /** Until when nothing else goes to this subscriber. */
  readonly restUntil: number;
  /** The subscriber answers again after a while: what waits goes at once. */
  readonly isBack: boolean;
}

export interface Webhooks {
  /** Begins with the next change. False when the planning has `most` already. */
  create(webhook: NewWebhook, most: number): Promise<boolean>;
  /** In order of making. */
  list(planning: PlanningRef): Promise<Webhook[]>;
  get(planning: PlanningRef, id: string): Promise<Webhook | undefined>;
  update(planning: PlanningRef, id: string, change: WebhookChange): Promise<Webhook | undefined>;
  /** Ends what was on its way, too. */
  remove(planning: PlanningRef, id: string): Promise<boolean>;

  /** Keys of the plannings that have a webhook that is enabled. */
  watched(): Promise<number[]>;
  /** Those whose planning has moved on, each with the planning's head, and with fewer than `mostWaiting` deliveries under way. */
  behind(mostWaiting: number, limit: number): Promise<(Webhook & { readonly head: number })[]>;
  /** Moves the cursor and adds what is to be delivered, both or neither: false when another node has moved it. */
  advance(
    webhook: Pick<Webhook, 'id' | 'cursor'>,
    to: number,
    deliveries: readonly Pick<Delivery, 'id' | 'change' | 'changeset' | 'createdAt'>[],
  ): Promise<boolean>;
  /** The next delivery that is due, this caller's alone until `now + leaseMs`; nothing else goes to that subscriber meanwhile. */
  take(now: number, leaseMs: number): Promise<{ readonly webhook: Webhook; readonly delivery: Delivery } | undefined>;
  settle(delivery: Delivery, attempt: Attempt): Promise<void>;
  /** There was nothing to say: it is as if it had never been. */
  drop(delivery: Delivery): Promise<void>;

  /** Newest first; `before`: id, exclusive. */
  deliveries(
    webhook: string,
    page: { readonly status: DeliveryStatus | null; readonly limit: number; readonly before: string | null },
  ): Promise<Delivery[]>;
  /** Tries again now what is dead or waits, for another day. Undefined: there is none such. */
  retry(webhook: string, id: string, now: number): Promise<Delivery | undefined>;
  /** Deletes delivered and dead ones that ended before; answers how many. */
  prune(before: number): Promise<number>;
  /** When the oldest message was made that waits for a subscriber that is enabled; undefined: none waits. */
  oldestWaiting(): Promise<number | undefined>;
}
