import { timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../../schedule/webhooks/signature.ts';
import { EdgeError } from '../errors.ts';

const TOLERANCE_SECONDS = 5 * 60;

export interface WebhookHeaders {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

const refused = (detail: string): EdgeError =>
  new EdgeError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Token' } });

/**
 * Throws 401 unless one of the signatures is that of the body by the secret, not older or newer than five minutes. `secret` is null when there
 * is no such task: refused in the same words as a wrong signature. Answers the message's id.
 */
export const verifyWebhook = (
  { id, timestamp, signature }: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | null,
  nowMs: number,
): string => {
  if (id === undefined || id === '' || timestamp === undefined || signature === undefined) {
    throw refused('Sign the result: webhook-id, webhook-timestamp and webhook-signature are needed.');
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(nowMs / 1000 - seconds) <= TOLERANCE_SECONDS)) {
    throw refused('webhook-timestamp is not within five minutes of now.');
  }
  const expected = Buffer.from(signWebhook(secret ?? '', id, timestamp, body));
  const matches = signature.split(' ').map((versioned) => {
    const [version, given = ''] = versioned.split(',', 2);
    const bytes = Buffer.from(given);
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  if (secret === null || !matches.includes(true)) throw refused('The signature is not that of the task.');
  return id;
};
