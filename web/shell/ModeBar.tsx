import { present } from '../../engine/present.ts';
import { plural } from '../../engine/wording.ts';
import { Button } from '../parts/Button.tsx';
import { useBoard, useBoardState, useRevision } from './boardContext.ts';
import { modeOf } from './mode.ts';
import { endedDraft, isViewer, mayEdit } from './rights.ts';
import styles from './modeBar.module.css';

const differenceText = (operations: number): string =>
  operations === 0
    ? 'Nothing differs from what is live yet.'
    : `${plural(operations, 'operation differs', 'operations differ')} from what is live.`;

/** A bar that is shown in a draft or a past state, with the way to leave it. */
export const ModeBar = () => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const workspaces = useBoardState((state) => state.workspaces);
  const isReady = useBoardState(({ loading }) => loading === 'ready');
  const isEditable = useBoardState(mayEdit);
  const ended = useBoardState(endedDraft);
  const mayRestore = useBoardState((state) => state.connection === 'connected' && !isViewer(state));
  useRevision();
  const { kind, text } = modeOf({ layer, workspaces }, board.looks.zone());
  if (layer === null || kind === 'live') return null;
  if (kind === 'past') {
    return (
      <div className={styles.bar} data-kind="past">
        <span>{text.replace('Past: ', 'As it was on ')}. Nothing can be changed here.</span>
        <span className={styles.space} />
        <Button kind="outlined" onClick={() => board.showPast(null, null)}>
          Back to now
        </Button>
      </div>
    );
  }
  const showLive = (): Promise<void> => board.open({ ...layer, workspace: null });
  if (ended !== undefined) {
    const restore = async (): Promise<void> => {
      try {
        await board.endpoints.restoreWorkspace(ended.id);
        await board.loadWorkspaces();
        await board.open(layer);
        board.say(`${ended.name}: restored`);
      } catch (error) {
        board.fail('Restoring the draft', error);
      }
    };
    return (
      <div className={styles.bar} data-kind="draft">
        <span>This draft was {ended.state.toLowerCase()}. Nothing can be changed here.</span>
        <span className={styles.space} />
        {ended.state === 'ARCHIVED' ? (
          <Button disabled={!mayRestore} onClick={() => void restore()}>
            Restore
          </Button>
        ) : null}
        <Button kind="outlined" onClick={() => void showLive()}>
          Show what is live
        </Button>
      </div>
    );
  }
  const changed = board.baseline.changed(board.document).size;
  const archive = async (): Promise<void> => {
    try {
      await board.endpoints.archiveWorkspace(present(layer.workspace));
      await board.loadWorkspaces();
      board.say(`${text}: archived`);
    } catch (error) {
      board.fail('Archiving the draft', error);
    }
  };
  return (
    <div className={styles.bar} data-kind="draft">
      <span>{isReady ? differenceText(changed) : ''}</span>
      <span className={styles.space} />
      <Button onClick={() => board.openPanel('changes')}>Difference</Button>
      {isEditable ? (
        <>
          <Button onClick={() => board.store.setState({ dialog: { kind: 'other', name: 'rebase' } })}>Rebase</Button>
          <Button onClick={() => void archive()}>Archive</Button>
          <Button kind="outlined" onClick={() => board.store.setState({ dialog: { kind: 'other', name: 'publish' } })}>
            Publish
          </Button>
        </>
      ) : null}
    </div>
  );
};
