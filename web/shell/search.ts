import type { Operation } from '../../client/planningTables.ts';
import { operationName } from '../../engine/instance/operationName.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import { hasWords, wordsOf } from '../parts/words.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { Scene } from '../timeline/model/scene.ts';

/** One of the things that a search finds. */
export interface Match {
  readonly kind: 'operation' | 'resource';
  readonly id: string;
}

export interface Found {
  /** The best match first, then by rows, then by time. */
  readonly matches: readonly Match[];
  /** The operations that match, and those on resources that match. */
  readonly operations: ReadonlySet<string>;
  /** The resources that match. */
  readonly resources: ReadonlySet<string>;
}

interface Ranked extends Match {
  readonly rank: number;
  readonly at: number;
}

/** The ranks of matches. What has the words whole comes before what has only their letters: "DL 94" before "DL 947". */
const RANKS = { name: 0, phrase: 1, words: 2, letters: 3 } as const;

/** An id that was drawn has each short name such as "B1" somewhere in it by chance, so that it counts only as a whole. */
const DRAWN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const textOf = ({ tables }: LiveDocument, operation: Operation, words: readonly string[]): string => {
  const { id, externalId, inboundTask, outboundTask } = operation;
  const tags = [operation.tags, inboundTask?.tags, outboundTask?.tags].flatMap((list) => list ?? []);
  const values = tags.map((uuid) => tables.tags.get(uuid)?.value ?? '');
  const ids = [id, externalId, inboundTask?.externalId, outboundTask?.externalId].filter(
    (one) => one != null && (!DRAWN.test(one) || words.includes(one.toLowerCase())),
  );
  return [operationName(operation), ...ids, ...values].join('\n').toLowerCase();
};

/** Tells whether a text has the words between other characters than letters and digits. */
const wholly = (words: string): ((text: string) => boolean) => {
  const escaped = words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u');
  return (text) => whole.test(text);
};

/** Ranks texts that have all of the words. */
const rankBy = (words: readonly string[]): ((text: string) => number) => {
  const phrase = words.join(' ');
  const isPhrase = wholly(phrase);
  const parts = words.map(wholly);
  return (text) => {
    if (text === phrase) return RANKS.name;
    if (isPhrase(text)) return RANKS.phrase;
    return parts.every((isWhole) => isWhole(text)) ? RANKS.words : RANKS.letters;
  };
};

/** Finds resources by their names, and operations by their names, ids and tags. All words have to match, in any order; null when there are none. */
export const search = (typed: string, document: LiveDocument, scene: Scene): Found | null => {
  const words = wordsOf(typed);
  if (words.length === 0) return null;
  const rankOf = rankBy(words);
  const ranked: Ranked[] = [];
  const resources = new Set<string>();
  for (const { id, name } of document.tables.resources.values()) {
    if (!hasWords(name, words)) continue;
    resources.add(id);
    ranked.push({ kind: 'resource', id, rank: rankOf(name.toLowerCase()), at: scene.rows.rowOf.get(id)?.index ?? 0 });
  }
  const operations = new Set<string>();
  for (const operation of document.operations()) {
    const { id } = operation;
    if (partsOf(document.assignmentOf(id)).some(({ resource }) => resource !== null && resources.has(resource)))
      operations.add(id);
    const text = textOf(document, operation, words);
    if (!hasWords(text, words)) continue;
    operations.add(id);
    ranked.push({ kind: 'operation', id, rank: rankOf(text), at: scene.barsOfOperation(id)[0]?.left ?? 0 });
  }
  // Row indices are less than times, so that resources come before operations of the same rank.
  ranked.sort((a, b) => a.rank - b.rank || a.at - b.at);
  return { matches: ranked, operations, resources };
};
