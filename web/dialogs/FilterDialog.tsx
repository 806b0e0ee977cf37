import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import type { Board } from '../shell/board.ts';
import { useBoard, useBoardState, useRevision } from '../shell/boardContext.ts';
import { type Condition, type Filter, NO_FILTER, picksBars, sizeOf } from '../shell/filter.ts';
import { byLabel, Checks } from './Checks.tsx';
import styles from './views.module.css';

const CONDITIONS: readonly (readonly [Condition, string])[] = [
  ['conflict', 'In conflict'],
  ['late', 'Later than scheduled'],
  ['locked', 'Locked'],
  ['changed', 'Changed in this draft'],
];

/** The locations that have resources, with their names. */
const usedLocations = (board: Board) => {
  const { resources, locations } = board.document.tables;
  const used = new Set([...resources.values()].map(({ location }) => location));
  return [...locations.values()]
    .filter(({ id }) => used.has(id))
    .map(({ id, name }) => [id, name] as const)
    .sort(byLabel);
};

/** The tags that operations have, by category. */
const usedTags = (board: Board) => {
  const used = new Set([...board.document.operations()].flatMap(({ tags }) => tags ?? []));
  const tags = [...board.document.tables.tags.values()].filter(({ uuid }) => used.has(uuid));
  return [...Map.groupBy(tags, ({ category }) => category)].sort(([a], [b]) => (a < b ? -1 : 1));
};

/** Chooses which bars are highlighted and which rows are shown. The board beside it follows at once. */
export const FilterDialog = () => {
  const board = useBoard();
  useRevision();
  const filter = useBoardState((state) => state.filter);
  const set = (change: Partial<Filter>): void => board.looks.setFilter({ ...filter, ...change });
  const locations = usedLocations(board);
  const categories = usedTags(board);
  const found = board.looks.standingOut();
  return (
    <Modal title="Filter" isBeside onClose={board.closeDialog}>
      <div className={styles.filter}>
        <Checks
          title="Bars"
          options={CONDITIONS}
          chosen={filter.conditions}
          onChange={(conditions) => set({ conditions })}
        />
        <Checks
          title="Locations"
          options={locations}
          chosen={filter.locations}
          onChange={(chosen) => set({ locations: chosen })}
        />
        {categories.map(([category, tags]) => (
          <Checks
            key={category}
            title={category}
            options={tags.map(({ uuid, value }) => [uuid, value] as const).sort(byLabel)}
            chosen={filter.tags}
            onChange={(chosen) => set({ tags: chosen })}
          />
        ))}
        <fieldset className={styles.checks}>
          <legend>Rows</legend>
          <label>
            <input
              type="checkbox"
              checked={filter.hidesRows}
              disabled={!picksBars(filter)}
              onChange={() => set({ hidesRows: !filter.hidesRows })}
            />
            Only rows with a match
          </label>
        </fieldset>
      </div>
      <div className={styles.foot}>
        <span role="status">{found === null ? 'All operations match.' : `${found.size} match; the others fade.`}</span>
        <Button disabled={sizeOf(filter) === 0} onClick={() => board.looks.setFilter(NO_FILTER)}>
          Clear
        </Button>
      </div>
    </Modal>
  );
};
