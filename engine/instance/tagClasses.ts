/**
 * Items (parts, resources) with the same set of tags form one class, so that rules are judged once a class.
 * Tags are indices; `tags[c]` is the set of class c.
 */
export interface TagClasses {
  /** Class of each item. */
  readonly of: Int32Array;
  readonly tags: readonly ReadonlySet<number>[];
}

/** Classes are numbered by first appearance. Tags that are not in `indexOf` are no tags and are left out. */
export const classify = (
  lists: readonly (readonly (readonly string[] | undefined)[])[],
  indexOf: ReadonlyMap<string, number>,
): TagClasses => {
  const of = new Int32Array(lists.length);
  const tags: ReadonlySet<number>[] = [];
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
    const key = found.sort((a, b) => a - b).join(',');
    let index = classByKey.get(key);
    if (index === undefined) {
      index = tags.push(new Set(found)) - 1;
      classByKey.set(key, index);
    }
    of[item] = index;
  }
  return { of, tags };
};

/** Which classes have any of the tags; all when the list is empty. A uuid that is no tag matches nothing. */
export const matchClasses = (
  classes: TagClasses,
  list: readonly string[],
  indexOf: ReadonlyMap<string, number>,
): Uint8Array => {
  const mask = new Uint8Array(classes.tags.length);
  if (list.length === 0) return mask.fill(1);
  const wanted = list.map((uuid) => indexOf.get(uuid)).filter((tag) => tag !== undefined);
  for (let index = 0; index < mask.length; index++) {
    const tags = classes.tags[index];
    if (wanted.some((tag) => tags.has(tag))) mask[index] = 1;
  }
  return mask;
};

/** The class mask spread over the items. */
export const spread = (classes: TagClasses, mask: Uint8Array): Uint8Array => {
  const items = new Uint8Array(classes.of.length);
  for (let item = 0; item < items.length; item++) items[item] = mask[classes.of[item]]!;
  return items;
};
