import type { z } from 'zod';

/**
 * Refuses entries of a list that name the same record as an earlier one, since it would be unclear which of them counts. `member` has the id; `keyOf`
 * tells records apart where the id alone does not.
 */
export const refuseRepeated =
  <K extends string, T extends Readonly<Record<K, string>>>(
    member: K,
    keyOf: (entry: T) => string = (entry) => entry[member],
  ) =>
  (entries: readonly T[], context: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [i, entry] of entries.entries()) {
      const key = keyOf(entry);
      if (seen.has(key)) {
        const message = `names the same record a second time: ${entry[member]}`;
        context.addIssue({ code: 'custom', path: [i, member], message, params: { code: 'duplicate' } });
      }
      seen.add(key);
    }
  };
