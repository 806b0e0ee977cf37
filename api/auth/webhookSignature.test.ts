import { describe, expect, test } from 'vitest';
import { signWebhook } from '../../schedule/webhooks/signature.ts';
import { verifyWebhook } from './webhookSignature.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const timestamp = '1614265330';
const body = '{"test": 2432232314}';
const now = 1_614_265_330_000;

test("signs the standard's own example as the standard does", () => {
  expect(signWebhook(secret, id, timestamp, body)).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('verifying', () => {
  const signature = `v1,bm9uZQ== v1,${signWebhook(secret, id, timestamp, body)}`;
  const verify = (over: object, text = body, by: string | null = secret, at = now) =>
    verifyWebhook({ id, timestamp, signature, ...over }, text, by, at);

  test('accepts any of several signatures, within five minutes', () => {
    expect(verify({})).toBe(id);
    expect(verify({}, body, secret, now + 299_000)).toBe(id);
  });

  test('refuses everything else', () => {
    for (const over of [
      { id: undefined },
      { id: 'other' },
      { timestamp: '1614265331' },
      { timestamp: 'now' },
      { signature: undefined },
    ]) {
      expect(() => verify(over)).toThrow();
    }
    expect(() => verify({ signature: signature.replaceAll('v1,', 'v2,') })).toThrow();
    expect(() => verify({}, `${body} `)).toThrow();
    expect(() => verify({}, body, null)).toThrow();
    expect(() => verify({}, body, secret, now + 301_000)).toThrow();
    expect(() => verify({}, body, secret, now - 301_000)).toThrow();
  });
});
