import type { ReactNode } from 'react';
import { present } from '../../engine/present.ts';
import { plural } from '../../engine/wording.ts';
import { Button } from '../parts/Button.tsx';
import type { Board } from './board.ts';
import { useBoard, useBoardState, useRevision } from './boardContext.ts';
import type { OpenLayer } from './boardState.ts';
import type { WorkspaceRecord } from '../server/endpoints.ts';
import { modeOf } from './mode.ts';
import { endedDraft, isViewer, mayEdit } from './rights.ts';
import styles from './modeBar.module.css';

const differenceText = (operations: number): string =>
  operations === 0
    ? 'Nothing differs from the live schedule yet.'
    : `${plural(operations, 'operation differs', 'operations differ')} from the live schedule.`;

/** A bar that is shown in a draft or a past state, with the way to leave it. */
export const ModeBar = () => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const workspaces = useBoardState((state) => state.workspaces);
  const ended = useBoardState(endedDraft);
  useRevision();
  const { kind, text } = modeOf({ layer, workspaces }, board.looks.zone());
  if (layer === null || kind === 'live') return null;
  if (kind === 'past') {
    return (
      <Bar kind="past" text="Nothing can be changed here.">
        <Button kind="outlined" onClick={() => board.showPast(null, null)}>
          Back to now
        </Button>
      </Bar>
    );
  }
  return ended === undefined ? (
    <DraftBar layer={layer} name={text.replace('Draft: ', '')} />
  ) : (
    <EndedBar layer={layer} draft={ended} />
  );
};

const Bar = ({ kind, text, children }: { kind: 'past' | 'draft'; text: string; children: ReactNode }) => (
  <div className={styles.bar} data-kind={kind}>
    <span>{text}</span>
    <span className={styles.space} />
    {children}
  </div>
);

/** Brings an archived draft back and opens it. */
const restore = async (board: Board, layer: OpenLayer, name: string): Promise<void> => {
  try {
    await board.endpoints.restoreWorkspace(present(layer.workspace));
    await board.loadWorkspaces();
    await board.open(layer);
    board.say(`${name}: restored`);
  } catch (error) {
    board.fail('Restoring the draft', error, () => void restore(board, layer, name));
  }
};

const EndedBar = ({ layer, draft }: { layer: OpenLayer; draft: WorkspaceRecord }) => {
  const board = useBoard();
  const mayRestore = useBoardState((state) => state.connection === 'connected' && !isViewer(state));
  return (
    <Bar kind="draft" text={`This draft was ${draft.state.toLowerCase()}. Nothing can be changed here.`}>
      {draft.state === 'ARCHIVED' ? (
        <Button disabled={!mayRestore} onClick={() => void restore(board, layer, draft.name)}>
          Restore
        </Button>
      ) : null}
      <Button kind="outlined" onClick={() => void board.open({ ...layer, workspace: null })}>
        Show the live schedule
      </Button>
    </Bar>
  );
};

const DraftBar = ({ layer, name }: { layer: OpenLayer; name: string }) => {
  const board = useBoard();
  const isReady = useBoardState(({ loading }) => loading === 'ready');
  const isEditable = useBoardState(mayEdit);
  const archive = async (): Promise<void> => {
    try {
      // The board leaves the draft first, so that nothing asks for what an archived one has.
      await board.open({ ...layer, workspace: null });
      await board.endpoints.archiveWorkspace(present(layer.workspace));
      await board.loadWorkspaces();
      board.say(`${name}: archived`, { label: 'Restore', run: () => void restore(board, layer, name) });
    } catch (error) {
      await board.open(layer);
      board.fail('Archiving the draft', error, () => void archive());
    }
  };
  const ask = (dialog: 'rebase' | 'publish'): void => board.store.setState({ dialog: { kind: 'other', name: dialog } });
  return (
    <Bar
      kind="draft"
      text={isReady && board.baseline.isKnown ? differenceText(board.baseline.changed(board.document).size) : ''}
    >
      <Button onClick={() => board.openPanel('changes')}>Difference</Button>
      {isEditable ? (
        <>
          <Button onClick={() => ask('rebase')}>Rebase</Button>
          <Button onClick={() => void archive()}>Archive</Button>
          <Button kind="outlined" onClick={() => ask('publish')}>
            Publish
          </Button>
        </>
      ) : null}
    </Bar>
  );
};
