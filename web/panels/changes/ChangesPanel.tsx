import { entriesOf } from '../../../engine/recordOf.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { present } from '../../../engine/present.ts';
import { plural } from '../../../engine/wording.ts';
import { dataOf } from '../../../client/tidegate.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { momentAt } from '../../timeline/model/times.ts';
import { DiffList } from '../diffs/DiffList.tsx';
import panelStyles from '../panels.module.css';
import { planningOf, type Schemas, serviceOf } from '../service.ts';
import {
  type Changeset,
  changesAfter,
  type Filters,
  isOfDrafts,
  isRevertible,
  NO_FILTERS,
  useChangesets,
} from './changesets.ts';
import styles from './changes.module.css';
import { Difference } from './Difference.tsx';
import { HistorySlider } from './HistorySlider.tsx';

const SOURCES: Readonly<Record<Changeset['source'], string>> = {
  api: 'By hand',
  upload: 'Import',
  solver: 'Optimization',
  resolution: 'Strategy',
  agent: 'Assistant',
  repair: 'Standing repair',
  publish: 'Publish',
  revert: 'Undo',
};
const ANY = ' any';

/** The counts of a changeset as text. A replaced assignment is created and deleted, but counts once. */
const countText = ({ counts }: Changeset): string =>
  Object.entries(counts)
    .map(([entity, { created, updated, deleted }]) =>
      plural(updated + Math.max(created, deleted), entity === 'workspace' ? 'draft' : entity),
    )
    .join(', ');

/** Reverts changes; `undoing` says how many of several have been reverted, and is null while nothing is in progress. */
const useReverting = () => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const [undoing, setUndoing] = useState<string | null>(null);
  const revertOne = async (change: Changeset): Promise<void> => {
    const undone = await board.endpoints.revert(present(layer), change.id);
    if (undone !== null) board.editing?.remember(`Revert ${titleOf(change)}`, undone);
  };
  const revert = async (change: Changeset): Promise<void> => {
    try {
      await revertOne(change);
      board.say(`Reverted: ${titleOf(change)}`);
    } catch (error) {
      board.fail(`Reverting “${titleOf(change)}”`, error, () => void revert(change));
    }
  };
  /** Reverts all later changes, newest first, so that each revert starts from the state that its change led to. */
  const revertAfter = async (change: Changeset): Promise<void> => {
    setUndoing('…');
    try {
      const later = (await changesAfter(board, change)).filter((one) => !isOfDrafts(one));
      for (const [i, one] of later.entries()) {
        await revertOne(one);
        setUndoing(`${i + 1} of ${later.length} …`);
      }
      board.say(`Reverted: ${plural(later.length, 'change')}`);
    } catch (error) {
      board.fail('Reverting all later changes', error, () => void revertAfter(change));
    } finally {
      setUndoing(null);
    }
  };
  return { undoing, revert, revertAfter };
};

/** Lists who changed what and when, with the differences of each change, and shows the board as it was after any of them. */
export const ChangesPanel = () => {
  const board = useBoard();
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const [opened, setOpened] = useState<string | null>(null);
  const { undoing, revert, revertAfter } = useReverting();
  const layer = useBoardState((state) => state.layer);
  useBoardState(({ connection, timeMode }) => `${connection} ${timeMode}`);
  const { changes: all } = useChangesets(NO_FILTERS);
  const { changes: shown, isLoading, error } = useChangesets(filters);
  const zone = board.looks.zone();
  return (
    <>
      {layer?.workspace == null || layer.change !== null ? null : <Difference workspace={layer.workspace} />}
      <HistorySlider key={`${layer?.planning} ${layer?.workspace}`} listed={all} />
      <FilterBar changes={all} filters={filters} onChange={setFilters} />
      {shown.length > 0 ? null : isLoading ? (
        <Skeleton name="Loading changes" />
      ) : (
        <p className={panelStyles.empty}>{error?.message ?? 'There are no changes.'}</p>
      )}
      <ul aria-label="Changes">
        {shown.map((change) => {
          const at = Date.parse(change.timestamp) / 1000;
          const isOpen = opened === change.id;
          return (
            <li key={change.id} className={styles.change} data-shown={layer?.change === change.id}>
              <button
                type="button"
                className={styles.entry}
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? null : change.id)}
              >
                <time>{momentAt(zone, at, board.clock.now() / 1000)}</time>
                <span className={styles.title}>{titleOf(change)}</span>
                <span className={styles.by}>
                  {change.authorName ?? 'Nobody'} · {SOURCES[change.source]}
                </span>
                <span className={styles.by}>{countText(change)}</span>
              </button>
              {isOpen ? (
                <ChangeDetail
                  change={change}
                  isLast={all[0]?.id === change.id}
                  undoing={undoing}
                  onRevert={() => void revert(change)}
                  onRevertAfter={() => void revertAfter(change)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
};

interface FilterBarProps {
  /** All changes, whose authors can be chosen. */
  readonly changes: readonly Changeset[];
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

const FilterBar = ({ changes, filters, onChange }: FilterBarProps) => {
  const board = useBoard();
  const selected = useBoardState((state) => state.selection.at(-1) ?? null);
  const authors = new Map(
    changes.flatMap(({ author, authorName }) => (author === null ? [] : [[author, authorName ?? author]])),
  );
  return (
    <div className={styles.filters}>
      <Choice
        name="Person"
        value={filters.author ?? ANY}
        options={[{ value: ANY, label: 'Everybody' }, ...[...authors].map(([value, label]) => ({ value, label }))]}
        onChange={(author) => onChange({ ...filters, author: author === ANY ? null : author })}
      />
      <Choice
        name="Source"
        value={filters.source ?? ANY}
        options={[
          { value: ANY, label: 'Any source' },
          ...entriesOf(SOURCES).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(source) => onChange({ ...filters, source: source === ANY ? null : source })}
      />
      <Button
        isPressed={filters.operation !== null}
        disabled={selected === null && filters.operation === null}
        onClick={() => onChange({ ...filters, operation: filters.operation === null ? selected : null })}
      >
        {filters.operation === null ? 'Of the selected' : board.operationName(filters.operation)}
      </Button>
    </div>
  );
};

const titleOf = (change: Changeset): string => {
  if (change.message !== null) return change.message;
  if (!isOfDrafts(change)) return SOURCES[change.source];
  return (change.counts['workspace']?.created ?? 0) > 0 ? 'Draft created' : 'Draft changed';
};

interface ChangeDetailProps {
  readonly change: Changeset;
  /** Whether it is the latest change. */
  readonly isLast: boolean;
  /** The progress of reverting several changes; null when that is not in progress. */
  readonly undoing: string | null;
  readonly onRevert: () => void;
  readonly onRevertAfter: () => void;
}

const ChangeDetail = ({ change, isLast, undoing, onRevert, onRevertAfter }: ChangeDetailProps) => {
  const board = useBoard();
  const { data } = useQuery({
    queryKey: ['changeset', change.id],
    queryFn: async (): Promise<Schemas['ChangesetDetail']> =>
      dataOf(
        serviceOf(board).GET('/v1/plannings/{id}/changesets/{change_id}/', {
          params: { path: { ...planningOf(board).path, change_id: change.id } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={styles.detail}>
      {data === undefined ? null : <DiffList diffs={data.diffs} change={change.id} />}
      {board.mayEdit() ? (
        <div className={panelStyles.actions}>
          {isRevertible(change) ? (
            <Button kind="outlined" isBusy={undoing !== null} onClick={onRevert}>
              Revert
            </Button>
          ) : null}
          {isLast ? null : (
            <Button
              // Edits that the server has not confirmed yet have to be reverted as well, so wait for them.
              disabled={board.document.pendingCount > 0}
              isBusy={undoing !== null}
              title="Reverts every change after this one"
              onClick={onRevertAfter}
            >
              {undoing ?? 'Undo all after this'}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
};
