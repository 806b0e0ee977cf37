import type { ModelMessage } from 'ai';
import type { Message } from '../interpreter/interpreter.ts';

/**
 * The latest messages that fit into `most` characters, starting with one of the user. The last message is always kept, truncated if necessary. A
 * client's system messages are treated as the user's.
 */
export const trimHistory = (messages: readonly Message[], most: number): ModelMessage[] => {
  const kept: ModelMessage[] = [];
  let left = most;
  for (const { role, content } of messages.toReversed()) {
    if (content === '') continue;
    if (kept.length > 0 && content.length > left) break;
    const text = content.slice(0, most);
    kept.push(role === 'assistant' ? { role, content: text } : { role: 'user', content: text });
    left -= text.length;
  }
  kept.reverse();
  const first = kept.findIndex(({ role }) => role === 'user');
  return first < 0 ? [] : kept.slice(first);
};
