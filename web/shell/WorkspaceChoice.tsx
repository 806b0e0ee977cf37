import { present } from '../../engine/present.ts';
import { Choice } from '../parts/Choice.tsx';
import { useBoard, useBoardState } from './boardContext.ts';
import styles from './shell.module.css';

const LIVE = ' live';

/** The choice of the live schedule or one of its drafts, styled accordingly. */
export const WorkspaceChoice = () => {
  const board = useBoard();
  const layer = present(useBoardState((state) => state.layer));
  const workspaces = useBoardState((state) => state.workspaces);
  const drafts = workspaces.filter(({ state, id }) => state === 'DRAFT' || id === layer.workspace);
  const kind = layer.workspace !== null ? styles.draft : layer.change === null ? styles.live : '';
  return (
    <span className={`${styles.workspace} ${kind}`}>
      {layer.workspace === null ? null : <span aria-hidden>Draft</span>}
      <Choice
        name="Workspace"
        value={layer.workspace ?? LIVE}
        options={[
          { value: LIVE, label: 'Live' },
          ...drafts.map(({ id, name, state }) => ({
            value: id,
            label: name,
            note: state === 'DRAFT' ? 'draft' : state.toLowerCase(),
          })),
        ]}
        onChange={(chosen) => void board.open({ ...layer, workspace: chosen === LIVE ? null : chosen, change: null })}
      />
    </span>
  );
};
