import { timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../../schedule/webhooks/signature.ts';
import { unauthenticated } from '../errors.ts';

const TOLERANCE_SECONDS = 5 * 60;

export interface WebhookHeaders {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/**
 * Verifies a message as Standard Webhooks does and returns its id. Throws 401 unless one of the signatures is that of the body with the secret and
 * the timestamp is within five minutes of now. `secret` is null when there is no such task: the error is the same as for a wrong signature.
 */
export const verifyWebhook = (
  { id, timestamp, signature }: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | null,
  nowMs: number,
): string => {
  if (id === undefined || id === '' || timestamp === undefined || signature === undefined) {
    throw unauthenticated(
      'The result has to be signed with the headers webhook-id, webhook-timestamp and webhook-signature.',
    );
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(nowMs / 1000 - seconds) <= TOLERANCE_SECONDS)) {
    throw unauthenticated('webhook-timestamp is not within five minutes of now.');
  }
  const expected = Buffer.from(signWebhook(secret ?? '', id, timestamp, body));
  const matches = signature.split(' ').map((versioned) => {
    const [version, given = ''] = versioned.split(',', 2);
    const bytes = Buffer.from(given);
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  if (secret === null || !matches.includes(true)) throw unauthenticated('The signature is not that of the task.');
  return id;
};
