import { type Outgoing, OutgoingRefused } from '../../api/outgoing/outgoingFetch.ts';
import type { Post } from '../../schedule/ports.ts';

/** The schedule's port for POST requests. Only the status of the response matters, so its body is not read. */
export const postOn = ({ fetch, check }: Outgoing): Post => ({
  async send({ url, headers, body }) {
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.body?.cancel();
    return { status: answer.status };
  },
  async refusal(url) {
    try {
      await check(new URL(url));
    } catch (error) {
      if (error instanceof OutgoingRefused) return error.message;
      // A name that cannot be looked up now may exist when a message is sent.
    }
    return null;
  },
});
