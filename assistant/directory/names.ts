import { present } from '../../engine/present.ts';
import { readWords, type Word } from '../words.ts';

export type EntityKind = 'operation' | 'resource' | 'workspace' | 'tag' | 'location' | 'category';

export interface Entity {
  readonly kind: EntityKind;
  readonly id: string;
}

/** Normalizes a name for comparison: letters and digits in lower case, without accents. */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Nouns that may precede a name and tell its kind. */
export const RESOURCE_NOUNS: ReadonlySet<string> = new Set(
  'stand stands gate gates berth berths resource resources position positions bay bays quay quays dock docks pier ramp spot place places'.split(
    ' ',
  ),
);
export const OPERATION_NOUNS: ReadonlySet<string> = new Set(
  'operation operations ops flight flights flt flts aircraft acft a/c plane planes ship ships vessel vessels turnaround turnarounds call calls visit visits tail boat'.split(
    ' ',
  ),
);
const WORKSPACE_NOUNS: ReadonlySet<string> = new Set(['draft', 'workspace', 'scenario']);

/** The names in a planning, found exactly, by prefix, or by contained text. */
export class Names {
  /** The maximum number of words in a name. */
  longest = 1;
  /** Words of letters alone in the names of places, of locations and of tags, such as "concourse". */
  readonly places = new Set<string>();
  private readonly exact = new Map<string, Entity[]>();
  private readonly searched: { readonly entity: Entity; readonly text: string }[] = [];
  private readonly described: string[] = [];

  /** Adds a name of an entity. Add all names of one entity before those of the next. */
  add(entity: Entity, name: string | null | undefined): void {
    if (name == null || name === '') return;
    const words = readWords(name);
    if (entity.kind === 'resource' || entity.kind === 'location' || entity.kind === 'tag') {
      for (const { word } of words) if (/^[a-z]+$/.test(word)) this.places.add(word);
    }
    this.put(entity, normalize(name), words.length);
    this.searched.push({ entity, text: name.toLowerCase() });
    const [first, ...rest] = words;
    if (first !== undefined && rest.length > 0 && RESOURCE_NOUNS.has(first.word)) {
      this.put(entity, normalize(rest.map(({ text }) => text).join(' ')), rest.length);
    }
  }

  /** Adds text by which the entity can be found, although it is not one of its names. */
  addText(entity: Entity, text: string | null | undefined): void {
    if (text != null && text !== '') this.searched.push({ entity, text: text.toLowerCase() });
  }

  /** Adds text that describes the entity, by which it can be found. */
  addDescription(entity: Entity, text: string | null | undefined): void {
    this.addText(entity, text);
    if (text != null && text !== '') this.described.push(text);
  }

  /** What a description calls the kind of thing that ends with this word: "Boeing 757" of "757"; null if none does. */
  kindOf(word: string): string | null {
    const isNumber = /^\d+$/.test(word);
    const kind = new RegExp(
      String.raw`(?<![\p{L}\p{N}])${isNumber ? String.raw`\p{L}+[ -]` : ''}${word}(?![\p{L}\p{N}])`,
      'iu',
    );
    for (const text of this.described) {
      const [found] = kind.exec(text) ?? [];
      if (found !== undefined) return found;
    }
    return null;
  }

  find(name: string): readonly Entity[] {
    return this.exact.get(normalize(name)) ?? [];
  }

  /** At most `most` entities with a name, or a word in it, that begins with the text. */
  search(text: string, most: number): readonly Entity[] {
    const wanted = text.toLowerCase();
    const found = new Map<string, Entity>();
    for (const { entity, text: name } of this.searched) {
      const at = name.indexOf(wanted);
      if (at < 0 || (at > 0 && /[\p{L}\p{N}]/u.test(present(name[at - 1])))) continue;
      found.set(`${entity.kind} ${entity.id}`, entity);
      if (found.size >= most) break;
    }
    return [...found.values()];
  }

  /** The entities of a kind with a name, or other text, that has these words, or these letters before a number: "TG" is in "TG920", but not in "TGV 1". */
  having(kind: EntityKind, text: string): readonly Entity[] {
    const wanted = text.trim().toLowerCase();
    const found = new Map(this.find(text).map((entity) => [`${entity.kind} ${entity.id}`, entity]));
    for (const { entity, text: name } of wanted === '' ? [] : this.searched) {
      if (entity.kind === kind && hasWords(name, wanted)) found.set(`${entity.kind} ${entity.id}`, entity);
    }
    return [...found.values()].filter((entity) => entity.kind === kind);
  }

  private put(entity: Entity, key: string, words: number): void {
    if (key === '') return;
    const entities = this.exact.get(key);
    if (entities === undefined) this.exact.set(key, [entity]);
    // Thousands of entities may share a name, and the names of one are added together, so only the latest entity can be a duplicate.
    else if (entities.at(-1) !== entity) entities.push(entity);
    this.longest = Math.min(12, Math.max(this.longest, words));
  }
}

const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isDigit = (character: string): boolean => /\p{N}/u.test(character);

const hasWords = (name: string, wanted: string): boolean => {
  for (let at = name.indexOf(wanted); at >= 0; at = name.indexOf(wanted, at + 1)) {
    const [before, after, last] = [
      name.charAt(at - 1),
      name.charAt(at + wanted.length),
      wanted.charAt(wanted.length - 1),
    ];
    const begins = !isLetter(before) && !isDigit(before);
    const goesOn = isLetter(last) ? isLetter(after) : isLetter(after) || isDigit(after);
    if (begins && !goesOn) return true;
  }
  return false;
};

/** The kind of name that the preceding word announces; null if none. */
export const announced = (before: Word | undefined): EntityKind | null => {
  if (before === undefined || before.quoted) return null;
  if (RESOURCE_NOUNS.has(before.word)) return 'resource';
  if (OPERATION_NOUNS.has(before.word)) return 'operation';
  return WORKSPACE_NOUNS.has(before.word) ? 'workspace' : null;
};
