import type { ConflictMark } from '../../timeline/model/scene.ts';

/** Connected conflicts, in order of time: each shares an operation with another one. */
export type Cascade = readonly [ConflictMark, ...ConflictMark[]];

export interface Section {
  readonly title: string;
  readonly cascades: readonly Cascade[];
}

const SOON_SECONDS = 7200;

const byTime = (a: ConflictMark, b: ConflictMark): number => a.start - b.start || (a.id < b.id ? -1 : 1);

/** The cascades of conflicts, in order of their first conflicts. */
export const cascadesOf = (conflicts: readonly ConflictMark[]): readonly Cascade[] => {
  const parents = new Map<string, string>();
  const rootOf = (operation: string): string => {
    let root = operation;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next;
    parents.set(operation, root);
    return root;
  };
  for (const { operations } of conflicts) parents.set(rootOf(operations[0]), rootOf(operations[1]));
  const groups = Map.groupBy([...conflicts].sort(byTime), ({ operations }) => rootOf(operations[0]));
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others]]));
};

/** The cascades in three sections: within the next two hours, later, and past. `now` is in Unix seconds. */
export const sectionsOf = (conflicts: readonly ConflictMark[], now: number): readonly Section[] => {
  const sections: Record<'soon' | 'later' | 'over', Cascade[]> = { soon: [], later: [], over: [] };
  for (const cascade of cascadesOf(conflicts)) {
    const isOpen = (one: ConflictMark): boolean => one.end > now;
    if (cascade.some((one) => isOpen(one) && one.start < now + SOON_SECONDS)) sections.soon.push(cascade);
    else sections[cascade.some(isOpen) ? 'later' : 'over'].push(cascade);
  }
  return [
    { title: 'Next two hours', cascades: sections.soon },
    { title: 'Later', cascades: sections.later },
    { title: 'Over', cascades: sections.over },
  ].filter(({ cascades }) => cascades.length > 0);
};
