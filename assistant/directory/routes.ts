import { isRecord } from '../../engine/recordOf.ts';
import type { OperationRecord } from '../../schedule/entities/operation.ts';
import type { TagDetail, TagRecord } from '../../schedule/entities/tag.ts';

/** The two ends of a route: which word is said before a place, the category of its tag, and the member of the metadata that has its code. */
export const ROUTE_ENDS = [
  { said: 'from', category: 'origin', member: 'origin_code' },
  { said: 'to', category: 'destination', member: 'destination_code' },
] as const;

interface Tagged {
  readonly operations: readonly OperationRecord[];
  readonly tags: readonly TagRecord[];
}

/** The places of the route that the metadata of the operation's file names, as tags. */
const routeOf = ({ metadata }: OperationRecord): readonly TagDetail[] =>
  ROUTE_ENDS.flatMap(({ category, member }) => {
    const value = isRecord(metadata) ? metadata[member] : undefined;
    return typeof value === 'string' && value !== ''
      ? [{ uuid: `${category} ${value}`, category, value, required: false, color: null }]
      : [];
  });

/** The operations with the places where they come from and go to as tags, unless the planning has tags for these. */
export const withRouteTags = <T extends Tagged>(input: T, planning: string): T => {
  const own = new Set(input.tags.map(({ category }) => category));
  const added = new Map<string, TagRecord>();
  const operations = input.operations.map((record): OperationRecord => {
    const route = routeOf(record).filter(({ category }) => !own.has(category));
    for (const tag of route) added.set(tag.uuid, { ...tag, planning, versionId: record.versionId, workspace: null });
    return route.length === 0
      ? record
      : {
          ...record,
          tags: [...record.tags, ...route.map(({ uuid }) => uuid)],
          tagsDetails: [...record.tagsDetails, ...route],
        };
  });
  return { ...input, operations, tags: [...input.tags, ...added.values()] };
};

/** Whether a tag is the place of a route, whose code alone may as well be another word. */
export const isRoute = ({ uuid, category, value }: TagRecord): boolean => uuid === `${category} ${value}`;
