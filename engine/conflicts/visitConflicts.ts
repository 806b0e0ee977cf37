import type { Instance } from '../instance/instance.ts';
import type { Timelines } from '../board/timelines.ts';
import type { AdjacencyIndex } from '../objective/pairs/adjacency.ts';
import { brokenHardBuffer, longestHardGap } from '../objective/pairs/buffers.ts';
import { isPair } from '../objective/pairs/pair.ts';

export type ConflictKind = 'overlap' | 'buffer' | 'adjacency';

/** `a` is the earlier part, `resource` is a's, and `rule` is an index into names.rules, or −1 for an overlap. Return false to stop. */
export type VisitConflict = (kind: ConflictKind, a: number, b: number, resource: number, rule: number) => unknown;

/**
 * Visits every conflict of the placement in the timelines. A pair is visited at most once: as an overlap, else as a hard buffer, else
 * as a hard adjacency. O(n + near pairs). Returns false when `visit` stopped it.
 */
export const visitConflicts = (
  instance: Instance,
  { lists, lengths }: Timelines,
  adjacency: AdjacencyIndex | null,
  visit: VisitConflict,
): boolean => {
  const { start, end, terms } = instance;
  const reach = longestHardGap(instance);
  const neighbors = terms.adjacencies.some(({ hard }) => hard) ? adjacency : null;
  for (let resource = 0; resource < instance.resourceCount; resource++) {
    const list = lists[resource];
    const length = lengths[resource];
    for (let i = 0; i < length; i++) {
      const a = list[i];
      const until = end[a];
      for (let j = i + 1; j < length; j++) {
        const b = list[j];
        const gap = start[b] - until;
        if (gap >= reach && gap >= 0) break;
        if (!isPair(instance, a, b)) continue;
        if (gap < 0) {
          if (visit('overlap', a, b, resource, -1) === false) return false;
          continue;
        }
        const broken = brokenHardBuffer(instance, a, b, resource, gap);
        if (broken >= 0 && visit('buffer', a, b, resource, terms.buffers[broken].rule) === false) return false;
      }
      if (neighbors === null) continue;
      let goesOn = true;
      neighbors.visitConflicts(a, resource, (b, rule) => {
        if (b > a && goesOn) goesOn = visit('adjacency', a, b, resource, rule) !== false;
      });
      if (!goesOn) return false;
    }
  }
  return true;
};
