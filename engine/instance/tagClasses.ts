/**
 * Items (operations or resources) with the same set of tags form one class, so that rules are evaluated once per class. Tags are
 * indices; `tags[c]` is the set of class c. Blockers have classes of their own.
 */
export interface TagClasses {
  /** Class of each item. */
  readonly of: Int32Array;
  readonly tags: readonly ReadonlySet<number>[];
  /** 1 when the items of the class are blockers, which planning does not place. */
  readonly blocks: readonly (0 | 1)[];
}

/** Groups items into classes, numbered by first appearance. Uuids that are not in `indexOf` are ignored. */
export const classify = (
  lists: readonly (readonly (readonly string[] | undefined)[])[],
  indexOf: ReadonlyMap<string, number>,
  isBlocker: (item: number) => boolean = () => false,
): TagClasses => {
  const of = new Int32Array(lists.length);
  const tags: ReadonlySet<number>[] = [];
  const blocks: (0 | 1)[] = [];
  const classByKey = new Map<string, number>();
  const found: number[] = [];
  for (let item = 0; item < lists.length; item++) {
    found.length = 0;
    for (const list of lists[item]) {
      if (!list) continue;
      for (const uuid of list) {
        const tag = indexOf.get(uuid);
        if (tag !== undefined && !found.includes(tag)) found.push(tag);
      }
    }
    const block = isBlocker(item) ? 1 : 0;
    const key = `${block}:${found.sort((a, b) => a - b).join(',')}`;
    let index = classByKey.get(key);
    if (index === undefined) {
      index = tags.push(new Set(found)) - 1;
      blocks.push(block);
      classByKey.set(key, index);
    }
    of[item] = index;
  }
  return { of, tags, blocks };
};

/**
 * A mask of the classes that have any of the tags. An empty list matches all classes, or all except those of blockers when
 * `withoutBlockers`. A uuid that is not a tag matches nothing.
 */
export const matchClasses = (
  classes: TagClasses,
  list: readonly string[],
  indexOf: ReadonlyMap<string, number>,
  withoutBlockers = false,
): Uint8Array => {
  const mask = new Uint8Array(classes.tags.length);
  if (list.length === 0) return withoutBlockers ? mask.map((_, index) => 1 - classes.blocks[index]) : mask.fill(1);
  const wanted = list.map((uuid) => indexOf.get(uuid)).filter((tag) => tag !== undefined);
  for (let index = 0; index < mask.length; index++) {
    const tags = classes.tags[index];
    if (wanted.some((tag) => tags.has(tag))) mask[index] = 1;
  }
  return mask;
};

/** Converts a mask by class into a mask by item. */
export const spread = (classes: TagClasses, mask: Uint8Array): Uint8Array => {
  const items = new Uint8Array(classes.of.length);
  for (let item = 0; item < items.length; item++) items[item] = mask[classes.of[item]];
  return items;
};
