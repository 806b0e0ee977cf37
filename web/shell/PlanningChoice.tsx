import { Choice } from '../parts/Choice.tsx';
import { useBoard, useBoardState } from './boardContext.ts';
import { liveOf } from './boardState.ts';
import { shownName } from './mode.ts';
import styles from './shell.module.css';

/** The choice of the shown planning among those of all organizations of the user. */
export const PlanningChoice = ({ name }: { readonly name: string }) => {
  const board = useBoard();
  const plannings = useBoardState((state) => state.plannings);
  const layer = useBoardState((state) => state.layer);
  const shown = useBoardState(() => shownName(board));
  if (layer === null || plannings.length === 0) return null;
  const several = new Set(plannings.map(({ organization }) => organization)).size > 1;
  return (
    <span className={styles.planning}>
      <Choice
        name={name}
        value={`${layer.organization} ${layer.planning}`}
        options={plannings.map(({ id, organization, name: listed, organizationName }) => ({
          value: `${organization} ${id}`,
          // The list may be older than what is shown.
          label: id === layer.planning && organization === layer.organization ? (shown ?? listed) : listed,
          ...(several ? { note: organizationName } : {}),
        }))}
        onChange={(chosen) => {
          const [organization = '', id = ''] = chosen.split(' ');
          void board.open(liveOf({ id, organization }));
        }}
        onOpen={() => void board.membership.loadPlannings()}
      />
    </span>
  );
};
