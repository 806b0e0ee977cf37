import { messageOf } from '../../engine/messageOf.ts';
import type { Webhook } from '../../db/webhooks/webhooks.ts';
import type { Ports } from '../ports.ts';
import { signWebhook } from './signature.ts';

export interface Sent {
  /** Whether the subscriber accepted the message (2xx). */
  readonly isTaken: boolean;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly error: string | null;
}

const ERROR_LENGTH = 300;

/** Posts a message, signed as specified by Standard Webhooks 1.0: by each secret that still signs. Never throws. */
export const send = async (
  { post, clock }: Pick<Ports, 'post' | 'clock'>,
  { url, secret, previousSecrets }: Pick<Webhook, 'url' | 'secret' | 'previousSecrets'>,
  id: string,
  message: object,
): Promise<Sent> => {
  const body = JSON.stringify(message);
  const now = clock();
  const timestamp = String(Math.floor(now / 1000));
  const earlier = previousSecrets.filter(({ until }) => until > now).map((previous) => previous.secret);
  const signatures = [secret, ...earlier].map((one) => `v1,${signWebhook(one, id, timestamp, body)}`);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tidegate-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
  try {
    const { status } = await post.send({ url, headers, body });
    const isTaken = status >= 200 && status < 300;
    return { isTaken, status, error: isTaken ? null : `The subscriber responded with status ${status}.` };
  } catch (error) {
    return { isTaken: false, status: null, error: messageOf(error).slice(0, ERROR_LENGTH) };
  }
};
