import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { int8 } from './int8.ts';
import type { DeliveryStatus, PreviousSecret } from '../webhooks/webhooks.ts';

/** Webhooks. `cursor` is the last change that is delivered or queued as a delivery. */
export const webhooks = pgTable('webhooks', {
  id: text('id').primaryKey(),
  planning: integer('planning').notNull(),
  url: text('url').notNull(),
  description: text('description'),
  events: jsonb('events').$type<readonly string[]>().notNull(),
  enabled: boolean('enabled').notNull(),
  secret: text('secret').notNull(),
  /** Replaced by a rotation, the oldest first; each still signs until its time. */
  previousSecrets: jsonb('previous_secrets').$type<readonly PreviousSecret[]>().notNull(),
  cursor: int8('cursor').notNull(),
  /** Until then, a node has leased it, or it pauses after failures. */
  leasedUntil: int8('leased_until').notNull(),
  /** When a node last leased it. */
  takenAt: int8('taken_at').notNull(),
  /** Number of consecutive failures. */
  failures: integer('failures').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: int8('created_at').notNull(),
  updatedBy: text('updated_by').notNull(),
  updatedAt: int8('updated_at').notNull(),
});

/** Deliveries to webhooks. Their message is built from the change when it is sent. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: text('id').primaryKey(),
  webhook: text('webhook').notNull(),
  change: int8('change').notNull(),
  changeset: text('changeset').notNull(),
  status: text('status').$type<DeliveryStatus>().notNull(),
  attempts: integer('attempts').notNull(),
  nextAt: int8('next_at').notNull(),
  createdAt: int8('created_at').notNull(),
  lastAt: int8('last_at'),
  lastStatus: integer('last_status'),
  lastError: text('last_error'),
});
