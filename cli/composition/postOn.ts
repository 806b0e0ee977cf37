import type { OutgoingFetch } from '../../api/outgoing/outgoingFetch.ts';
import type { Post } from '../../schedule/ports.ts';

/** What is answered is of no interest, and not waited for. */
export const postOn =
  (fetch: OutgoingFetch): Post =>
  async ({ url, headers, body }) => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.body?.cancel();
    return { status: answer.status };
  };
