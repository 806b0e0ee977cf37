import type { TransactionSql } from '../connection/database.ts';
import type { PlanningRef } from '../versions/planningState.ts';

/** A secret that still signs until then (epoch milliseconds). */
export interface PreviousSecret {
  readonly secret: string;
  readonly until: number;
}

/** A webhook of a planning. All times are epoch milliseconds. */
export interface Webhook {
  readonly id: string;
  readonly planning: PlanningRef;
  readonly url: string;
  readonly description: string | null;
  /** Patterns: `operation.updated`, `operation.*`, or `*`. */
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly secret: string;
  /** Secrets that a rotation replaced, the oldest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** Number of the last change that is delivered or queued as a delivery. */
  readonly cursor: number;
  /** Number of consecutive failed deliveries. */
  readonly failures: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

/** `dead`: the retry period is over, or the message cannot be delivered; it is sent only if someone asks for it. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'dead';

export interface Delivery {
  /** The `webhook-id` of the message, the same at every attempt. */
  readonly id: string;
  readonly webhook: string;
  readonly change: number;
  readonly changeset: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAt: number;
  readonly createdAt: number;
  readonly lastAt: number | null;
  /** The HTTP status; null if there was no response. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export type NewWebhook = Omit<Webhook, 'previousSecrets' | 'cursor' | 'failures' | 'updatedBy' | 'updatedAt'>;
/** Who changes a webhook, and when. */
export type WebhookUpdate = Pick<Webhook, 'updatedBy' | 'updatedAt'>;
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'events' | 'enabled' | 'cursor'>> &
  WebhookUpdate;

/** Times are epoch milliseconds. */
export interface Rotation {
  readonly secret: string;
  readonly until: number;
  readonly most: number;
  readonly updatedBy: string;
  /** Now. */
  readonly updatedAt: number;
}

/** A message that a node has leased. */
export interface Taken {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  /** When it was leased; another node that takes it over after the lease has another time. */
  readonly takenAt: number;
}

/** The outcome of an attempt. */
export interface Attempt {
  readonly status: DeliveryStatus;
  readonly at: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  /** When a waiting delivery is tried again. */
  readonly nextAt: number;
  /** Until when nothing else is sent to this webhook. */
  readonly restUntil: number;
  /** Whether the webhook succeeds again after failures, so that waiting deliveries are sent at once. */
  readonly isBack: boolean;
}

export interface Webhooks {
  /** Creates a webhook that starts with the next change. Undefined if the planning already has `most`. */
  create(sql: TransactionSql, webhook: NewWebhook, most: number): Promise<Webhook | undefined>;
  /** In order of creation. */
  list(planning: PlanningRef): Promise<Webhook[]>;
  get(planning: PlanningRef, id: string): Promise<Webhook | undefined>;
  update(planning: PlanningRef, id: string, change: WebhookChange): Promise<Webhook | undefined>;
  /**
   * Signs with a new secret from now on, and until `until` with the present one, too. Undefined if there is no such webhook, or if `most` earlier ones
   * still sign, unless the present one ends now.
   */
  rotate(planning: PlanningRef, id: string, rotation: Rotation): Promise<Webhook | undefined>;
  /** Moves the cursor to the planning's head and deletes the pending deliveries, so that only later changes are delivered. */
  skip(planning: PlanningRef, id: string, update: WebhookUpdate): Promise<Webhook | undefined>;
  /** Also deletes its pending deliveries. */
  remove(planning: PlanningRef, id: string): Promise<boolean>;

  /** Keys of the plannings that have an enabled webhook. */
  watched(): Promise<number[]>;
  /** Enabled webhooks whose planning has newer changes and that have fewer than `mostWaiting` pending deliveries, each with the planning's head. */
  behind(mostWaiting: number, limit: number): Promise<(Webhook & { readonly head: number })[]>;
  /** Moves the cursor and adds the deliveries, atomically. False if another node has moved the cursor. */
  advance(
    webhook: Pick<Webhook, 'id' | 'cursor'>,
    to: number,
    deliveries: readonly Pick<Delivery, 'id' | 'change' | 'changeset' | 'createdAt'>[],
  ): Promise<boolean>;
  /**
   * Leases the next due delivery to this caller until `now + leaseMs`; nothing else is sent to that webhook meanwhile. It is one of the webhook that was
   * taken longest ago, so that webhooks take turns.
   */
  take(now: number, leaseMs: number): Promise<Taken | undefined>;
  /** Stores the outcome and ends the lease. Nothing happens if another caller has taken over the webhook since: it sends the message again. */
  settle(taken: Taken, attempt: Attempt): Promise<void>;
  /** Like `settle`, but removes a delivery without an event that the webhook wants, as if it had never existed. */
  drop(taken: Taken): Promise<void>;
  /** Disables a webhook whose subscriber wants no more messages. False if the webhook has another address by now, or if another caller has taken it over. */
  disable(taken: Taken, at: number): Promise<boolean>;

  /** Newest first; `before` is an exclusive id. */
  deliveries(
    webhook: string,
    page: { readonly status: DeliveryStatus | null; readonly limit: number; readonly before: string | null },
  ): Promise<Delivery[]>;
  /** Makes a dead or waiting delivery due now, and restarts its retry period. Undefined if there is none. */
  retry(webhook: string, id: string, now: number): Promise<Delivery | undefined>;
  /** Deletes delivered and dead deliveries that ended before, and returns their number. */
  prune(before: number): Promise<number>;
  /** When the oldest waiting delivery of an enabled webhook was created; undefined if none is waiting. */
  oldestWaiting(): Promise<number | undefined>;
}
