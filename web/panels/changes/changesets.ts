import { useQuery } from '@tanstack/react-query';
import type { operations } from '../../../client/schema.d.ts';
import { accepted, dataOf } from '../../../client/tidegate.ts';
import type { Board } from '../../shell/board.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { planningOf, type Schemas, serviceOf } from '../service.ts';
import type { DetailedChange } from '../../planning/history.ts';
import { timeOf } from '../../shell/mode.ts';
import { isReadable } from '../../shell/rights.ts';

export type Changeset = Schemas['Changeset'];

export interface Filters {
  readonly author: string | null;
  readonly operation: string | null;
  readonly source: Changeset['source'] | null;
}

export const NO_FILTERS: Filters = { author: null, operation: null, source: null };
const MOST_LISTED = 200;
/** Stepping back ends at a change with more differences than this, such as an import. */
const MOST_DIFFS = 2000;

interface Changesets {
  readonly changes: readonly Changeset[];
  /** Whether they are being read for the first time. */
  readonly isLoading: boolean;
  /** Why they cannot be read; null if nothing is wrong. */
  readonly error: Error | null;
}

/** The latest changesets, newest first. While a past state is shown, the list ends at that state. */
export const useChangesets = (
  { author, operation, source }: Filters,
  /** Leaves out changesets after this one; null leaves out none. */
  until: string | null = null,
): Changesets => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const revision = useBoardState((state) => (state.layer?.change == null ? state.revision : -1));
  const canRead = useBoardState(isReadable);
  const {
    data: changes = [],
    isLoading,
    error,
  } = useQuery({
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
      const found: readonly Changeset[] = await dataOf(
        serviceOf(board).GET('/v1/plannings/{id}/changesets/', { params }),
      );
      return found;
    },
    enabled: canRead,
    placeholderData: (known) => known,
  });
  return { changes, isLoading, error };
};

const sizeOf = ({ counts }: Changeset): number =>
  Object.values(counts).reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0);

/** The changes that the slider steps through. When the shown state is older than all listed changes, these are the changes up to it. */
export const useSteps = (listed: readonly Changeset[]): { changes: readonly Changeset[]; reachesNow: boolean } => {
  const change = useBoardState((state) => state.layer?.change ?? null);
  const isOld = change !== null && listed.length >= MOST_LISTED && listed.every(({ id }) => id !== change);
  const { changes: older } = useChangesets(NO_FILTERS, isOld ? change : null);
  return isOld ? { changes: older, reachesNow: false } : { changes: listed, reachesNow: true };
};

const makesPlanning = ({ counts }: Changeset): boolean => (counts['planning']?.created ?? 0) > 0;

/** Whether a change is about drafts alone, which are no part of the schedule. */
export const isOfDrafts = ({ counts }: Changeset): boolean =>
  Object.keys(counts).every((entity) => entity === 'workspace');

/** Whether the service can revert a change. */
export const isRevertible = (change: Changeset): boolean => !isOfDrafts(change) && !makesPlanning(change);

/** The number of changes that can be stepped through. The state after the one that follows them, if there is one, is the first that can be shown. */
export const steppable = (changes: readonly Changeset[]): number => {
  const end = changes.findIndex(
    (change, i) => sizeOf(change) > MOST_DIFFS || makesPlanning(change) || i === MOST_LISTED - 1,
  );
  return end < 0 ? changes.length : end;
};

type Query = NonNullable<operations['getPlanningsByIdChangesets']['parameters']['query']>;

/** Yields pages of changesets, newest first, as long as the caller reads. */
async function* pagesOf(board: Board, query: (found: number) => Query): AsyncGenerator<readonly Changeset[]> {
  let cursor: string | undefined;
  let found = 0;
  do {
    const params = { ...planningOf(board), query: { ...query(found), ...(cursor === undefined ? {} : { cursor }) } };
    const { data, response } = await accepted(serviceOf(board).GET('/v1/plannings/{id}/changesets/', { params }));
    found += data.length;
    yield data;
    const next = /[?&]cursor=([^&>]+)/.exec(response.headers.get('Link') ?? '')?.[1];
    cursor = next === undefined ? undefined : decodeURIComponent(next);
  } while (cursor !== undefined);
}

const hasDiffs = (change: Changeset): change is Changeset & DetailedChange => 'diffs' in change;

/** Loads the differences of the changes. */
export const loadDetails = async (
  board: Board,
  listed: readonly Changeset[],
): Promise<readonly (Changeset & DetailedChange)[]> => {
  const details: (Changeset & DetailedChange)[] = [];
  const newest = listed[0];
  if (newest === undefined) return [];
  const to = Math.floor(Date.parse(newest.timestamp) / 1000) + 1;
  for await (const page of pagesOf(board, (found) => ({ diffs: true, limit: listed.length - found, to }))) {
    details.push(...page.filter(hasDiffs));
    if (details.length >= listed.length) break;
  }
  return details;
};

/** All changes after this one. They are requested from the service, since the displayed list may be outdated. */
export const changesAfter = async (board: Board, { id }: Changeset): Promise<readonly Changeset[]> => {
  const later: Changeset[] = [];
  for await (const page of pagesOf(board, () => ({ limit: MOST_LISTED }))) {
    const at = page.findIndex((change) => change.id === id);
    later.push(...page.slice(0, at < 0 ? page.length : at));
    if (at >= 0) break;
  }
  return later;
};
