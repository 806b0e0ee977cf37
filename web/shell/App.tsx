import { lazy, Suspense, useEffect } from 'react';
import { plural } from '../../engine/wording.ts';
import { commandOf } from '../commands/commands.ts';
import { dropFile } from '../dialogs/dropped.ts';
import { Button } from '../parts/Button.tsx';
import { showTheme } from '../theme/theme.ts';
import { useBoard, useBoardState, useRevision } from './boardContext.ts';
import { NO_FILTER } from './filter.ts';
import { Header } from './Header.tsx';
import { Login, LoginOver } from './Login.tsx';
import { ModeBar } from './ModeBar.tsx';
import { modeOf, shownName } from './mode.ts';
import { Notices } from './Notices.tsx';
import { PlanningChoice } from './PlanningChoice.tsx';
import { listenToPrinting } from './printing.ts';
import styles from './shell.module.css';
import { isTourWanted } from './tourKept.ts';
import { isViewer } from './rights.ts';
import { liveOf, namedOrganization, shownPlanning } from './boardState.ts';
import { TimelineView } from './TimelineView.tsx';
import { Toolbar } from './Toolbar.tsx';

const Dialogs = lazy(async () => ({ default: (await import('../dialogs/Dialogs.tsx')).Dialogs }));

const Legend = lazy(async () => ({ default: (await import('./Legend.tsx')).Legend }));

const Panel = lazy(async () => ({ default: (await import('./Panel.tsx')).Panel }));

/** A placeholder of the panel's size while its script is loading. */
const PanelToCome = () => {
  const isOpen = useBoardState((state) => state.isPanelOpen);
  const width = useBoardState((state) => state.sizes.panel);
  return isOpen ? <div className={styles.panel} style={{ width }} /> : null;
};

const Tour = lazy(async () => ({ default: (await import('./Tour.tsx')).Tour }));

const useTitle = (): void => {
  const board = useBoard();
  const conflicts = useBoardState((state) =>
    state.areConflictsKnown ? `${plural(state.conflicts.length, 'conflict')} · ` : '',
  );
  const layer = useBoardState((state) => state.layer);
  const workspaces = useBoardState((state) => state.workspaces);
  const name = useBoardState(() => shownName(board));
  useEffect(() => {
    const mode = modeOf({ layer, workspaces }, board.looks.zone()).text;
    document.title = name === undefined ? 'Tidegate' : `${conflicts}${name} · ${mode}`;
  }, [board, conflicts, layer, workspaces, name]);
};

const OldBuild = () => {
  const isOld = useBoardState((state) => state.isOldBuild);
  if (!isOld) return null;
  return (
    <div className={styles.oldBuild} role="note">
      There is a newer version of this board.
      <Button kind="outlined" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
};

/** Shown when there are no rows: the reason, and what the user can do. */
const NoRows = () => {
  const board = useBoard();
  useRevision();
  useBoardState((state) => state.filter);
  const isReady = useBoardState((state) => state.loading === 'ready');
  const isPast = useBoardState(({ layer }) => layer?.change != null);
  const isOnlyLooking = useBoardState(isViewer);
  const { resources, operations } = board.document.tables;
  if (!isReady || board.scene.rows.rows.length > 0) return null;
  if (resources.size > 0)
    return (
      <div className={styles.stateOver}>
        <h2>No row matches the filter</h2>
        <Button kind="outlined" onClick={() => board.looks.setFilter(NO_FILTER)}>
          Clear the filter
        </Button>
      </div>
    );
  if (operations.size > 0) return null;
  if (isPast)
    return (
      <div className={styles.stateOver}>
        <h2>Nothing was planned here yet</h2>
      </div>
    );
  return (
    <div className={styles.stateOver}>
      <h2>Nothing is planned here yet</h2>
      <p>Import a planning document, or drop one anywhere on this page.</p>
      {isOnlyLooking ? null : (
        <Button kind="outlined" onClick={() => void commandOf('import').run(board)}>
          Import a document…
        </Button>
      )}
    </div>
  );
};

/** Why what was opened cannot be shown, and ways on from there. */
const Failed = () => {
  const board = useBoard();
  const loadError = useBoardState((state) => state.loadError);
  const layer = useBoardState((state) => state.layer);
  const user = useBoardState((state) => state.user);
  const plannings = useBoardState((state) => state.plannings);
  if (layer === null) return null;
  const isListed = shownPlanning({ plannings, layer }) !== undefined;
  // Plannings with its id in organizations that the address does not name.
  const same = isListed ? [] : plannings.filter(({ id }) => id === layer.planning);
  const isForeign =
    user !== null && layer.organization !== null && !user.organizations.some(({ id }) => id === layer.organization);
  const why = isForeign
    ? 'You have no access to the organization that the address names.'
    : layer.organization === null && same.length > 1
      ? 'Several of your organizations have a planning with this id.'
      : loadError;
  return (
    <div className={styles.stateOver} role="alert">
      <h2>This planning cannot be shown</h2>
      <p>{why}</p>
      <Button kind="outlined" onClick={() => void board.open(layer)}>
        Try again
      </Button>
      {isListed && (layer.workspace ?? layer.change) !== null ? (
        <Button kind="outlined" onClick={() => void board.open({ ...layer, workspace: null, change: null })}>
          Show the live schedule
        </Button>
      ) : null}
      {same.map((other) => (
        <Button key={other.organization} kind="outlined" onClick={() => void board.open(liveOf(other))}>
          Show {other.name} ({other.organizationName})
        </Button>
      ))}
      {isListed ? null : <PlanningChoice name="Another planning" />}
    </div>
  );
};

const Stage = () => {
  const isNew = useBoardState(isTourWanted);
  const isOnlyLooking = useBoardState(isViewer);
  const loading = useBoardState((state) => state.loading);
  const isCovered = useBoardState((state) => state.loading === 'loading' && !state.keepsBars);
  const isLegendOpen = useBoardState((state) => state.isLegendOpen);
  return (
    <main className={styles.stage} aria-busy={loading === 'loading'}>
      <TimelineView />
      {isLegendOpen ? (
        <Suspense fallback={<div className={styles.legendToCome} />}>
          {loading === 'ready' ? <Legend /> : <div className={styles.legendToCome} />}
        </Suspense>
      ) : null}
      <NoRows />
      {isCovered ? <div className={styles.skeleton} /> : null}
      {loading === 'failed' ? <Failed /> : null}
      {loading === 'idle' ? (
        <div className={styles.stateOver}>
          <h2>There is no planning yet</h2>
          <p>Import a planning document, or ask an administrator to give you access to one.</p>
        </div>
      ) : null}
      {isNew && !isOnlyLooking ? (
        <Suspense fallback={null}>
          <Tour />
        </Suspense>
      ) : null}
      <Notices />
    </main>
  );
};

const Frame = () => {
  const board = useBoard();
  useTitle();
  const session = useBoardState((state) => state.session);
  const organization = useBoardState(namedOrganization);
  const hasDialog = useBoardState((state) => state.dialog !== null || state.menu !== null);
  return (
    <>
      <div
        className={styles.board}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          const file = event.dataTransfer.files[0];
          if (file === undefined) return;
          event.preventDefault();
          if (board.isViewer()) return board.say('Viewers cannot import.');
          dropFile(file);
          board.store.setState({ dialog: { kind: 'other', name: 'import' } });
        }}
      >
        <OldBuild />
        <div>
          <Header />
          <ModeBar />
        </div>
        <Toolbar />
        <div className={styles.main}>
          <Stage />
          <Suspense fallback={<PanelToCome />}>
            <Panel key={organization} />
          </Suspense>
        </div>
        {hasDialog ? (
          <Suspense fallback={null}>
            <Dialogs />
          </Suspense>
        ) : null}
      </div>
      {session === 'ended' ? <LoginOver /> : null}
    </>
  );
};

/** The root component of the page. */
export const App = () => {
  const board = useBoard();
  const session = useBoardState((state) => state.session);
  const theme = useBoardState((state) => state.theme);
  useEffect(() => showTheme(theme, () => board.timeline?.refreshColors()), [theme, board]);
  useEffect(() => listenToPrinting(board), [board]);
  if (session === 'starting') return <div className={styles.skeleton} aria-busy />;
  return session === 'none' ? <Login /> : <Frame />;
};
