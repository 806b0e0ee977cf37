import type { OutgoingFetch } from '../../api/outgoing/outgoingFetch.ts';
import type { Post } from '../../schedule/ports.ts';

/** The schedule's port for POST requests. Only the status of the response matters, so its body is not read. */
export const postOn =
  (fetch: OutgoingFetch): Post =>
  async ({ url, headers, body }) => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.body?.cancel();
    return { status: answer.status };
  };
