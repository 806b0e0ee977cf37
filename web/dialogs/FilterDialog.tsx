import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
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

/** Chooses which bars are highlighted and which rows are shown. The board beside it follows at once. */
export const FilterDialog = () => {
  const board = useBoard();
  useRevision();
  const filter = useBoardState((state) => state.filter);
  const { tables } = board.document;
  const set = (change: Partial<Filter>): void => board.looks.setFilter({ ...filter, ...change });
  const used = new Set([...tables.resources.values()].map(({ location }) => location));
  const locations = [...tables.locations.values()]
    .filter(({ id }) => used.has(id))
    .map(({ id, name }) => [id, name] as const);
  const carried = new Set([...board.document.operations()].flatMap(({ tags }) => tags ?? []));
  const categories = Map.groupBy(
    [...tables.tags.values()].filter(({ uuid }) => carried.has(uuid)),
    ({ category }) => category,
  );
  const found = board.looks.standingOut();
  return (
    <Modal title="Filter" isBeside onClose={() => board.store.setState({ dialog: null })}>
      <div className={styles.filter}>
        <Checks
          title="Bars"
          options={CONDITIONS}
          chosen={filter.conditions}
          onChange={(conditions) => set({ conditions })}
        />
        <Checks
          title="Locations"
          options={locations.sort(byLabel)}
          chosen={filter.locations}
          onChange={(chosen) => set({ locations: chosen })}
        />
        {[...categories]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([category, tags]) => (
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
