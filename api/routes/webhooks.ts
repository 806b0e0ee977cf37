import { PageQuery } from '../contract/query.ts';
import {
  DeliveriesQuery,
  DeliveryRecord,
  WebhookCreate,
  WebhookPatch,
  WebhookRecord,
  WebhookReplay,
  WebhookRotated,
  WebhookRotation,
  WebhookTest,
  WebhookWithSecret,
} from '../contract/webhook.ts';
import { route } from '../routing/route.ts';

const tag = 'Webhooks';
const LIST = '/v1/plannings/{id}/webhooks/';
const ONE = '/v1/plannings/{id}/webhooks/{webhook_id}/';

export const webhookRoutes = [
  route(
    {
      method: 'get',
      path: LIST,
      tag,
      summary: 'Webhooks of a planning',
      query: PageQuery,
      response: WebhookRecord,
      list: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.listWebhooks(scope, params.id, page),
  ),
  route(
    {
      method: 'post',
      path: LIST,
      mainlineOnly: true,
      tag,
      summary: 'Create a webhook, which sends changes to another service; its secret is shown once',
      description:
        'From the next change on, each change of the mainline with events of the named types is sent as one message, in order and at least once: a POST of `{ type: "change", timestamp, data: { planning, change, number, author, source, message, events, truncated? } }` with the events that `/v1/events/` sends with `batch: true`. `number` grows with each change of the planning. Where changes were deleted from the history before they were sent, the message is `{ type: "reset", timestamp, data: { planning, number } }`: read the planning anew. Messages are signed as in Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature`); the id is the same in every attempt. A message that does not get a 2xx response in time is retried for a day; 410 ends the subscription. docs/webhooks.md has an example of a receiver.',
      body: WebhookCreate,
      status: 201,
      response: WebhookWithSecret,
      creates: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.createWebhook(scope, params.id, body),
  ),
  route(
    { method: 'get', path: ONE, tag, summary: 'One webhook', response: WebhookRecord },
    ({ scope, params }, { schedule }) => schedule.getWebhook(scope, params.id, params.webhook_id),
  ),
  route(
    { method: 'patch', path: ONE, tag, summary: 'Change a webhook', body: WebhookPatch, response: WebhookRecord },
    ({ scope, params, body }, { schedule }) => schedule.patchWebhook(scope, params.id, params.webhook_id, body),
  ),
  route(
    { method: 'delete', path: ONE, tag, summary: 'Delete a webhook and its waiting messages' },
    ({ scope, params }, { schedule }) => schedule.deleteWebhook(scope, params.id, params.webhook_id),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}test/`,
      tag,
      summary: 'Send a test message now',
      description: 'Sends a message of type `webhook.test` once; the response says whether it was delivered.',
      response: WebhookTest,
    },
    ({ scope, params }, { schedule }) => schedule.testWebhook(scope, params.id, params.webhook_id),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}rotate-secret/`,
      tag,
      summary: 'Give a webhook a new secret, which is shown once',
      description:
        'From now on, `webhook-signature` has a signature by the new secret and, for `overlapSeconds`, one by each secret before it, as in Standard Webhooks 1.0: the receiver can change in between, and no message is lost. At most four earlier secrets sign at a time.',
      body: WebhookRotation,
      response: WebhookRotated,
    },
    ({ scope, params, body }, { schedule }) => schedule.rotateWebhookSecret(scope, params.id, params.webhook_id, body),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}replay/`,
      tag,
      summary: 'Send the changes after a changeset again',
      description:
        'The messages have new ids but the same `data.change`. Messages that have not been sent yet are not skipped, unless `since` is null.',
      body: WebhookReplay,
      response: WebhookRecord,
    },
    ({ scope, params, body }, { schedule }) => schedule.replayWebhook(scope, params.id, params.webhook_id, body.since),
  ),
  route(
    {
      method: 'get',
      path: `${ONE}deliveries/`,
      tag,
      summary: 'Messages that are waiting, were delivered or were given up, newest first',
      description:
        'Delivered and dead messages are kept for 14 days, or as long as the setting WEBHOOK_KEPT_DAYS of the server says.',
      query: DeliveriesQuery,
      response: DeliveryRecord,
      list: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listDeliveries(scope, params.id, params.webhook_id, { ...page, status: query.status ?? null }),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}deliveries/{delivery_id}/retry/`,
      tag,
      summary: 'Retry a dead or waiting message within 5 s, and then for another day',
      response: DeliveryRecord,
    },
    ({ scope, params }, { schedule }) =>
      schedule.retryDelivery(scope, params.id, params.webhook_id, params.delivery_id),
  ),
];
