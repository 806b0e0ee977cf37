import { PageQuery } from '../contract/query.ts';
import {
  DeliveriesQuery,
  DeliveryRecord,
  WebhookCreate,
  WebhookPatch,
  WebhookRecord,
  WebhookReplay,
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
      summary: 'Who is told of changes',
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
      tag,
      summary: 'Tell another service of changes; the secret is shown once',
      description:
        'Each change of the mainline with events of the named types is one message, in order, sent at least once from the next change on: a POST of `{ type: "change", timestamp, data: { planning, change, author, source, message, events, truncated? } }`, its events as `/v1/events/` tells them with `batch: true`. Messages are signed as Standard Webhooks 1.0 has it (`webhook-id`, `webhook-timestamp`, `webhook-signature`); the id is the same at every attempt. What is not answered with 2xx in time is tried again for a day; 410 ends the subscription. docs/webhooks.md has a receiver.',
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
    { method: 'delete', path: ONE, tag, summary: 'End a webhook, and what is on its way' },
    ({ scope, params }, { schedule }) => schedule.deleteWebhook(scope, params.id, params.webhook_id),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}test/`,
      tag,
      summary: 'Send a test message now',
      description: 'A message of type `webhook.test`, sent once; the answer says what came of it.',
      response: WebhookTest,
    },
    ({ scope, params }, { schedule }) => schedule.testWebhook(scope, params.id, params.webhook_id),
  ),
  route(
    {
      method: 'post',
      path: `${ONE}replay/`,
      tag,
      summary: 'Send again what came after a change',
      description:
        'Messages have new ids; `data.change` is the same. What has not been sent yet is not skipped, unless `since` is null.',
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
      summary: 'Messages that wait, were delivered, or were given up; newest first',
      description:
        'Delivered and dead ones are kept for 14 days, unless the server is told otherwise (WEBHOOK_KEPT_DAYS).',
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
      summary: 'Try a dead or waiting message again now, and for another day',
      response: DeliveryRecord,
    },
    ({ scope, params }, { schedule }) =>
      schedule.retryDelivery(scope, params.id, params.webhook_id, params.delivery_id),
  ),
];
