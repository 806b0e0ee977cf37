import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Delivery, DeliveryStatus, Webhook, WebhookChange } from '../../db/webhooks/webhooks.ts';
import { locate, notFound } from '../access/authorize.ts';
import { createOnce, type KeepCreated } from '../changes/idempotency.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { toError } from '../problems.ts';
import { noChangeset } from '../changesets/noChangeset.ts';
import { pageAfter, pageById, placeByAppearance } from '../records/page.ts';
import { instant, instantOrNull } from '../records/instants.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { UNKNOWN } from './deliver.ts';
import { send } from './send.ts';
import { newWebhookSecret } from './signature.ts';

export interface WebhookInput {
  readonly url: string;
  readonly description?: string | null | undefined;
  readonly events: readonly string[];
  readonly enabled?: boolean | undefined;
}

export interface WebhookRecord {
  readonly id: string;
  readonly planning: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly enabled: boolean;
  /** Number of consecutive failed deliveries. */
  readonly failures: number;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

export type WithSecret = WebhookRecord & { readonly secret?: string };

export type RotatedSecret = WebhookRecord & { readonly secret: string; readonly previousSecretUntil: string };

export interface DeliveryRecord {
  readonly id: string;
  /** Null for a message that changes were missed. */
  readonly change: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAt: string | null;
  readonly lastAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

const record = (webhook: Webhook): WebhookRecord => {
  const { id, planning, url, description, events, enabled, failures, createdBy, createdAt, updatedBy, updatedAt } =
    webhook;
  const when = { createdAt: instant(createdAt), updatedAt: instant(updatedAt) };
  return { id, planning: planning.id, url, description, events, enabled, failures, createdBy, updatedBy, ...when };
};

const deliveryRecord = ({
  id,
  changeset,
  status,
  attempts,
  createdAt,
  nextAt,
  lastAt,
  ...last
}: Delivery): DeliveryRecord => ({
  id,
  change: changeset === UNKNOWN ? null : changeset,
  status,
  attempts,
  createdAt: instant(createdAt),
  nextAt: status === 'waiting' ? instant(nextAt) : null,
  lastAt: instantOrNull(lastAt),
  lastStatus: last.lastStatus,
  lastError: last.lastError,
});

const located = (deps: Ports, scope: Scope, planning: string): Promise<PlanningRef> =>
  locate(deps, scope, 'planning', planning, 'admin');

const findWebhook = async (deps: Ports, scope: Scope, planning: string, id: string): Promise<Webhook> => {
  const webhook = await deps.webhooks.get(await located(deps, scope, planning), id);
  if (webhook === undefined) throw notFound('webhook', id);
  return webhook;
};

export const listWebhooks = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  request: PageRequest,
): Promise<Listed<WebhookRecord>> => {
  const found = await deps.webhooks.list(await located(deps, scope, planning));
  const { items, next } = pageAfter(found, request, placeByAppearance);
  return { items: items.map(record), next };
};

/** Throws 400 for an address to which no message would be sent. */
const requireReachable = async ({ post }: Ports, url: string): Promise<void> => {
  const message = await post.refusal(url);
  if (message !== null) throw toError([{ path: 'url', code: 'invalid_value', message }]);
};

/** Creates a webhook. Only this response contains the secret; an idempotent replay does not. */
export const createWebhook = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  { url, description, events, enabled }: WebhookInput,
): Promise<WithSecret> => {
  const ref = await located(deps, scope, planning);
  await requireReachable(deps, url);
  const secret = newWebhookSecret();
  let isMade = false;
  const create = async (keepCreated: KeepCreated<WebhookRecord>): Promise<WebhookRecord> => {
    const webhook = {
      id: deps.ids(),
      planning: ref,
      url,
      description: description ?? null,
      events: [...new Set(events)],
      enabled: enabled ?? true,
      secret,
      createdBy: scope.actor.user,
      createdAt: deps.clock(),
    };
    const created = await deps.transaction(async (sql) => {
      const stored = await deps.webhooks.create(sql, webhook, deps.webhookLimits.aPlanning);
      if (stored === undefined) {
        throw new ScheduleError(
          'too_many_items',
          `A planning can have at most ${deps.webhookLimits.aPlanning} webhooks (WEBHOOKS); delete one first.`,
        );
      }
      await keepCreated(sql, record(stored), null);
      return record(stored);
    });
    isMade = true;
    return created;
  };
  const made = await createOnce(deps, scope, create, [ref]);
  return isMade ? { ...made, secret } : made;
};

export const getWebhook = async (deps: Ports, scope: Scope, planning: string, id: string): Promise<WebhookRecord> =>
  record(await findWebhook(deps, scope, planning, id));

const change = async (
  deps: Ports,
  scope: Scope,
  { planning, id }: Webhook,
  members: Omit<WebhookChange, 'updatedBy' | 'updatedAt'>,
): Promise<WebhookRecord> => {
  const who = { updatedBy: scope.actor.user, updatedAt: deps.clock() };
  const changed = await deps.webhooks.update(planning, id, { ...members, ...who });
  if (changed === undefined) throw notFound('webhook', id);
  return record(changed);
};

export const patchWebhook = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  { url, description, events, enabled }: Partial<WebhookInput>,
): Promise<WebhookRecord> => {
  const webhook = await findWebhook(deps, scope, planning, id);
  // The address that it has already may be sent back unchanged, whatever the settings have become.
  if (url !== undefined && url !== webhook.url) await requireReachable(deps, url);
  return change(deps, scope, webhook, {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(enabled === undefined ? {} : { enabled }),
  });
};

export const deleteWebhook = async (deps: Ports, scope: Scope, planning: string, id: string): Promise<void> => {
  const ref = await located(deps, scope, planning);
  if (!(await deps.webhooks.remove(ref, id))) throw notFound('webhook', id);
};

/** Previous secrets that sign beside the present one. */
const MOST_PREVIOUS = 4;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Gives the webhook a new secret, which only this response contains. Messages are signed by both for `overlapSeconds`. */
export const rotateWebhookSecret = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  { overlapSeconds = DEFAULT_OVERLAP_SECONDS }: { readonly overlapSeconds?: number | undefined },
): Promise<RotatedSecret> => {
  const webhook = await findWebhook(deps, scope, planning, id);
  const [now, secret] = [deps.clock(), newWebhookSecret()];
  const until = now + overlapSeconds * 1000;
  const who = { updatedBy: scope.actor.user, updatedAt: now };
  const rotated = await deps.webhooks.rotate(webhook.planning, id, { secret, until, most: MOST_PREVIOUS, ...who });
  if (rotated === undefined) {
    throw new ScheduleError(
      'too_many_items',
      `${MOST_PREVIOUS} earlier secrets still sign; wait until the first of them ends.`,
    );
  }
  return { ...record(rotated), secret, previousSecretUntil: instant(until) };
};

/** Sends a message of type `webhook.test` immediately, without retries, and returns the outcome. */
export const testWebhook = async (deps: Ports, scope: Scope, planning: string, id: string) => {
  const webhook = await findWebhook(deps, scope, planning, id);
  const message = { type: 'webhook.test', timestamp: instant(deps.clock()), data: { planning, webhook: id } };
  const delivery = deps.ids();
  const { isTaken, status, error } = await send(deps, webhook, delivery, message);
  return { id: delivery, delivered: isTaken, status, error };
};

/** Delivers everything after a changeset again. With null, skips everything that has not been delivered yet, so that only later changes are. */
export const replayWebhook = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  since: string | null,
): Promise<WebhookRecord> => {
  const webhook = await findWebhook(deps, scope, planning, id);
  if (since === null) {
    const who = { updatedBy: scope.actor.user, updatedAt: deps.clock() };
    const skipped = await deps.webhooks.skip(webhook.planning, id, who);
    if (skipped === undefined) throw notFound('webhook', id);
    return record(skipped);
  }
  const from = await deps.store.changeset(webhook.planning, since);
  if (from === undefined) throw await noChangeset(deps, webhook.planning, since);
  return change(deps, scope, webhook, { cursor: from.change });
};

/** Lists deliveries, newest first. */
export const listDeliveries = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  { status, ...page }: PageRequest & { readonly status: DeliveryStatus | null },
): Promise<Listed<DeliveryRecord>> => {
  const webhook = await findWebhook(deps, scope, planning, id);
  return pageById(page, (rows) => deps.webhooks.deliveries(webhook.id, { status, ...rows }), deliveryRecord);
};

/** Retries a dead or waiting delivery immediately, and restarts its retry period. */
export const retryDelivery = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  delivery: string,
): Promise<DeliveryRecord> => {
  const webhook = await findWebhook(deps, scope, planning, id);
  const again = await deps.webhooks.retry(webhook.id, delivery, deps.clock());
  if (again === undefined) throw notFound('delivery that can be retried', delivery);
  return deliveryRecord(again);
};
