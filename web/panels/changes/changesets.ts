import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../client/tidegate.ts';
import type { Board } from '../../shell/board.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { planningOf, type Schemas, serviceOf } from '../service.ts';
import type { DetailedChange } from '../../planning/history.ts';
import { timeOf } from '../../shell/mode.ts';

export type Changeset = Schemas['Changeset'];

export interface Filters {
  readonly author: string | null;
  readonly operation: string | null;
  readonly source: Changeset['source'] | null;
}

export const NO_FILTERS: Filters = { author: null, operation: null, source: null };
const MOST_LISTED = 200;
/** A change of more than that (an import) is where stepping back ends. */
const MOST_DIFFS = 2000;

/** The newest first; as they were, while the past is looked at. */
export const useChangesets = (
  { author, operation, source }: Filters,
  /** Not those after this one; null: all. */
  until: string | null = null,
): readonly Changeset[] => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const revision = useBoardState((state) => (state.layer?.change == null ? state.revision : -1));
  const { data = [] } = useQuery({
    queryKey: ['changesets', layer?.planning, layer?.workspace, author, operation, source, until, revision],
    queryFn: async () => {
      const query = {
        limit: MOST_LISTED,
        ...(author === null ? {} : { author }),
        ...(operation === null ? {} : { operation }),
        ...(source === null ? {} : { source }),
        ...(until === null ? {} : { to: Math.floor(timeOf(until)) + 2 }),
      };
      const params = { ...planningOf(board), query };
      return (await dataOf(serviceOf(board).GET('/v1/plannings/{id}/changesets/', { params }))) as readonly Changeset[];
    },
    placeholderData: (known) => known,
  });
  return data;
};

const sizeOf = ({ counts }: Changeset): number =>
  Object.values(counts).reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0);

/** What the slider steps through while a past state is shown: changes up to it, where it is older than those that are listed. */
export const useSteps = (listed: readonly Changeset[]): { changes: readonly Changeset[]; reachesNow: boolean } => {
  const change = useBoardState((state) => state.layer?.change ?? null);
  const isOld = change !== null && listed.length >= MOST_LISTED && listed.every(({ id }) => id !== change);
  const older = useChangesets(NO_FILTERS, isOld ? change : null);
  return isOld ? { changes: older, reachesNow: false } : { changes: listed, reachesNow: true };
};

/** How many of the changes can be stepped through. */
export const steppable = (changes: readonly Changeset[]): number => {
  const end = changes.findIndex((change) => sizeOf(change) > MOST_DIFFS);
  return end < 0 ? changes.length : end;
};

/** Page by page, the changes with what they did. */
export const loadDetails = async (
  board: Board,
  listed: readonly Changeset[],
): Promise<readonly (Changeset & DetailedChange)[]> => {
  const found: (Changeset & DetailedChange)[] = [];
  const newest = listed[0];
  if (newest === undefined) return found;
  let cursor: string | undefined;
  while (found.length < listed.length) {
    const query = {
      diffs: 'true' as const,
      limit: listed.length - found.length,
      to: Math.floor(Date.parse(newest.timestamp) / 1000) + 1,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { data, response } = await serviceOf(board).GET('/v1/plannings/{id}/changesets/', {
      params: { ...planningOf(board), query },
    });
    found.push(...((data ?? []) as unknown as readonly (Changeset & DetailedChange)[]));
    cursor = /[?&]cursor=([^&>]+)/.exec(response.headers.get('Link') ?? '')?.[1];
    if (cursor === undefined) break;
    cursor = decodeURIComponent(cursor);
  }
  return found;
};
