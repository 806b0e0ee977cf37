import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../client/tidegate.ts';
import type { Board } from '../../shell/board.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { planningOf, type Schemas, serviceOf } from '../service.ts';
import type { DetailedChange } from '../../planning/history.ts';

export type Changeset = Schemas['Changeset'];

export interface Filters {
  readonly author: string | null;
  readonly operation: string | null;
  readonly source: Changeset['source'] | null;
}

const MOST_LISTED = 200;
/** A change of more than that (an import) is where stepping back ends. */
const MOST_DIFFS = 2000;

/** The newest first; as they were, while the past is looked at. */
export const useChangesets = ({ author, operation, source }: Filters): readonly Changeset[] => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const revision = useBoardState((state) => (state.layer?.change == null ? state.revision : -1));
  const { data = [] } = useQuery({
    queryKey: ['changesets', layer?.planning, layer?.workspace, author, operation, source, revision],
    queryFn: async () => {
      const query = {
        limit: MOST_LISTED,
        ...(author === null ? {} : { author }),
        ...(operation === null ? {} : { operation }),
        ...(source === null ? {} : { source }),
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

/** How many of the changes can be stepped through. */
export const steppable = (changes: readonly Changeset[]): number => {
  const end = changes.findIndex((change) => sizeOf(change) > MOST_DIFFS);
  return end < 0 ? changes.length : end;
};

/** Page by page, what the newest `count` changes did. */
export const loadDetails = async (board: Board, count: number): Promise<readonly DetailedChange[]> => {
  const found: DetailedChange[] = [];
  let cursor: string | undefined;
  while (found.length < count) {
    const query = {
      diffs: 'true' as const,
      limit: count - found.length,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { data, response } = await serviceOf(board).GET('/v1/plannings/{id}/changesets/', {
      params: { ...planningOf(board), query },
    });
    found.push(...((data ?? []) as unknown as readonly DetailedChange[]));
    cursor = /[?&]cursor=([^&>]+)/.exec(response.headers.get('Link') ?? '')?.[1];
    if (cursor === undefined) break;
    cursor = decodeURIComponent(cursor);
  }
  return found;
};
