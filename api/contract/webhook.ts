import { z } from 'zod';
import {
  AuthorName,
  CreatedBy,
  DESCRIPTION,
  Description,
  Id,
  Instant,
  text,
  UpdatedBy,
  writeShape,
} from '../../schedule/entities/primitives.ts';
import { pageMembers } from './query.ts';

const MOST_PATTERNS = 50;
const PATTERN =
  /^(?:\*|(?:location|resource|tag|rule|group|operation|task)\.(?:\*|created|updated|deleted)|planning\.(?:\*|updated)|workspace\.(?:\*|created|updated)|assignment\.(?:\*|created|deactivated))$/;

const hasNoSecrets = (url: string): boolean => {
  if (!URL.canParse(url)) return true;
  const { username, password, hash } = new URL(url);
  return username === '' && password === '' && hash === '';
};

const url = z
  .url({
    protocol: /^https?$/,
    error: ({ input }) => (input === undefined ? undefined : 'must be an http or https URL'),
  })
  .max(2000)
  .refine(hasNoSecrets, 'must have neither user, password nor fragment')
  .meta({
    description:
      'Public addresses need https; other addresses have to be listed in the setting OUTGOING_ALLOW of the server.',
  });
const events = z
  .array(text(64).regex(PATTERN, 'must be *, an entity such as operation.*, or a type such as assignment.created'))
  .min(1)
  .max(MOST_PATTERNS)
  .meta({
    description:
      'The types of events to deliver, of changes on the mainline: types as in `/v1/events/`, `operation.*` for all of an entity, or `*` for all.',
  });
const ENABLED = { description: 'While false, messages are kept and sent later. Default: true.' };
const READ_ONLY = [
  'id',
  'planning',
  'failures',
  'createdBy',
  'createdByName',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const;

export const WebhookCreate = writeShape(
  {
    url,
    description: Description.nullable().exactOptional().meta(DESCRIPTION),
    events,
    enabled: z.boolean().exactOptional().meta(ENABLED),
  },
  [...READ_ONLY],
).meta({
  id: 'WebhookCreate',
  example: { url: 'https://ops.example/tidegate', events: ['operation.*', 'assignment.*'] },
});

export const WebhookPatch = writeShape(
  {
    url: url.exactOptional(),
    description: Description.nullable().exactOptional().meta(DESCRIPTION),
    events: events.exactOptional(),
    enabled: z.boolean().exactOptional().meta(ENABLED),
  },
  [...READ_ONLY],
).meta({ id: 'WebhookPatch', example: { enabled: false } });

export const WebhookRecord = z
  .object({
    id: Id,
    planning: Id,
    url: z.string().meta({ description: 'The address to which the messages are sent.' }),
    description: z.string().nullable().meta(DESCRIPTION),
    events: z.array(z.string()).meta({ description: 'The types of events that are delivered.' }),
    enabled: z.boolean().meta(ENABLED),
    failures: z.int().meta({ description: 'How many deliveries have failed in a row.' }),
    createdBy: CreatedBy,
    createdByName: AuthorName.exactOptional(),
    createdAt: Instant,
    updatedBy: UpdatedBy,
    updatedAt: Instant,
  })
  .meta({ id: 'Webhook' });

export const WebhookWithSecret = WebhookRecord.extend({
  secret: z.string().exactOptional().meta({
    description:
      'The secret that signs the messages (Standard Webhooks). It is shown once: a replayed response does not have it.',
  }),
}).meta({ id: 'WebhookWithSecret' });

const LONGEST_OVERLAP_SECONDS = 7 * 86_400;

export const WebhookRotation = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(LONGEST_OVERLAP_SECONDS).exactOptional().meta({
      description: 'How long messages are signed by the present secret, too. Default: 86400, a day; at most a week.',
    }),
  })
  .meta({ id: 'WebhookRotation', example: { overlapSeconds: 86_400 } });

export const WebhookRotated = WebhookRecord.extend({
  secret: z.string().meta({ description: 'The new secret. It is shown once.' }),
  previousSecretUntil: Instant.meta({ description: 'Until then, messages are signed by the previous secret, too.' }),
}).meta({ id: 'WebhookRotated' });

export const WebhookTest = z
  .object({
    id: Id.meta({ description: 'The webhook-id of the message.' }),
    delivered: z.boolean().meta({ description: 'True if the receiver took the message.' }),
    status: z.int().nullable().meta({ description: 'The HTTP status of the response; null when there was none.' }),
    error: z.string().nullable().meta({ description: 'Why it was not delivered; null if it was.' }),
  })
  .meta({ id: 'WebhookTest' });

export const WebhookReplay = z
  .strictObject({
    since: Id.nullable().meta({
      description: 'The id of a changeset: the changes after it are sent again. Null sends only changes from now on.',
    }),
  })
  .meta({ id: 'WebhookReplay', example: { since: null } });

const DeliveryStatus = z.enum(['waiting', 'delivered', 'dead']).meta({
  description:
    '`waiting`: to be sent, or sent again. `delivered`: taken by the receiver. `dead`: given up after a day.',
});

export const DeliveriesQuery = z.object({
  status: DeliveryStatus.exactOptional().meta({
    description: 'Only deliveries with this status; `dead` ones were given up after a day.',
  }),
  ...pageMembers,
});

export const DeliveryRecord = z
  .object({
    id: Id.meta({ description: 'The webhook-id of the message, the same in every attempt.' }),
    change: Id.nullable().meta({
      description: 'The changeset; null where the message says that changes were deleted before they were sent.',
    }),
    status: DeliveryStatus,
    attempts: z.int().meta({ description: 'How often it was sent.' }),
    createdAt: Instant,
    nextAt: Instant.nullable(),
    lastAt: Instant.nullable(),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the last response; null when there was none.' }),
    lastError: z.string().nullable().meta({ description: 'Why the last attempt failed; null if it did not.' }),
  })
  .meta({ id: 'WebhookDelivery' });
