/** The ids that lie on a cycle of parents. */
export const circling = (parents: ReadonlyMap<string, string | null>): string[] => {
  const sound = new Set<string>();
  return [...parents.keys()].filter((id) => {
    const path = new Set<string>();
    for (let at: string | null = id; at !== null && !sound.has(at); at = parents.get(at) ?? null) {
      if (path.has(at)) return at === id;
      path.add(at);
    }
    for (const passed of path) sound.add(passed);
    return false;
  });
};
