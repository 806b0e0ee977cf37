import {
  Command as CommandIcon,
  GitBranchPlus,
  Keyboard,
  LogOut,
  PanelRight,
  Search as SearchIcon,
  SunMoon,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { durationText } from '../../engine/wording.ts';
import { commandOf } from '../commands/commands.ts';
import { keyLabel } from '../commands/command.ts';
import { Button } from '../parts/Button.tsx';
import { useNow } from '../parts/useNow.ts';
import { clockAt, dayAt } from '../timeline/model/ticks.ts';
import { Brand } from './Brand.tsx';
import { useBoard, useBoardState } from './boardContext.ts';
import type { BoardState } from './boardState.ts';
import { modeOf, shownName } from './mode.ts';
import { PlanningChoice } from './PlanningChoice.tsx';
import { isViewer } from './rights.ts';
import { WorkspaceChoice } from './WorkspaceChoice.tsx';
import styles from './shell.module.css';

const RepairSwitch = lazy(async () => ({ default: (await import('./RepairSwitch.tsx')).RepairSwitch }));

const CONNECTIONS: Readonly<Record<BoardState['connection'], string>> = {
  connecting: 'Connecting',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
  none: '',
};
const CLOCK_MS = 1000;

const Clock = () => {
  const board = useBoard();
  useBoardState(({ timeMode, revision }) => `${timeMode} ${revision}`);
  const at = useNow(board.clock, CLOCK_MS) / 1000;
  const zone = board.looks.zone();
  return (
    <time className={styles.optional} title={zone}>
      {dayAt(zone, at)}, {clockAt(zone, at)}
    </time>
  );
};

const ConnectionStatus = () => {
  const connection = useBoardState((state) => state.connection);
  const heardAt = useBoardState((state) => state.heardAt);
  const now = useNow(Date, CLOCK_MS);
  const isAway = connection !== 'connected' && connection !== 'none' && heardAt > 0;
  const seconds = Math.max(0, Math.round((now - heardAt) / 1000));
  return (
    <div className={styles.connection} data-state={connection}>
      <span role="status" aria-live="polite" aria-label="Connection">
        {CONNECTIONS[connection]}
      </span>
      {isAway ? (
        <span>
          · <span className={styles.optional}>data is</span> {seconds < 60 ? `${seconds} s` : durationText(seconds)} old
        </span>
      ) : null}
    </div>
  );
};

const Mode = () => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const workspaces = useBoardState((state) => state.workspaces);
  const { kind, text } = modeOf({ layer, workspaces }, board.looks.zone());
  // The choice beside it already shows whether this is the live schedule or a draft.
  return (
    <span
      className={kind === 'past' ? `${styles.mode} ${styles.past}` : 'unseen'}
      role="status"
      aria-live="polite"
      aria-label="Mode"
      data-kind={kind}
    >
      {text}
    </span>
  );
};

const SearchBox = () => {
  const board = useBoard();
  const search = useBoardState((state) => state.search);
  const found =
    useBoardState((state) => (state.search === '' ? null : state.revision)) === null ? null : board.looks.found();
  return (
    <div className={styles.search}>
      <SearchIcon size={14} aria-hidden />
      <input
        type="search"
        aria-label="Search"
        placeholder="Operation, resource, tag"
        value={search}
        onChange={({ target }) => board.looks.setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') board.looks.showFound(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') {
            board.looks.setSearch('');
            board.focusTimeline();
          } else return;
          event.preventDefault();
        }}
      />
      {found === null ? null : <span className={styles.found}>{found.matches.length} found</span>}
    </div>
  );
};

const People = () => {
  const people = useBoardState((state) => state.people);
  return (
    <div className={styles.people}>
      {people.slice(0, 5).map(({ id, name }) => (
        <span key={id} className={styles.person} title={name ?? id}>
          {(name ?? id).slice(0, 1).toUpperCase()}
        </span>
      ))}
    </div>
  );
};

const CreateDraft = () => {
  const board = useBoard();
  const isLive = useBoardState(
    ({ layer, loading, user }) => user !== null && layer?.workspace === null && loading === 'ready',
  );
  const isOnlyLooking = useBoardState(isViewer);
  if (!isLive || isOnlyLooking) return null;
  return (
    <Button label="Create draft" onClick={() => board.store.setState({ dialog: { kind: 'other', name: 'draft' } })}>
      <GitBranchPlus size={16} aria-hidden />
    </Button>
  );
};

/**
 * The switch of the standing repair, which concerns the live schedule alone. It is loaded when the board is there, and has its place from the start, so that
 * the timeline does not move down when it comes.
 */
const Repair = () => {
  const isLive = useBoardState(
    ({ layer, user }) => user !== null && layer !== null && layer.workspace === null && layer.change === null,
  );
  const isReady = useBoardState(({ loading }) => loading === 'ready');
  if (!isLive) return null;
  return (
    <span className={styles.repairPlace}>
      <Suspense fallback={null}>{isReady ? <RepairSwitch /> : null}</Suspense>
    </span>
  );
};

/** The brand, and for screen readers the name of the planning, which is shown in its choice. */
const Heading = () => {
  const board = useBoard();
  const name = useBoardState(() => shownName(board));
  return (
    <>
      <h1 className="unseen">{name ?? 'Tidegate'}</h1>
      <span className={styles.brand}>
        <Brand />
      </span>
    </>
  );
};

/** The header: the shown planning, the users who are present, and the state of the connection. */
export const Header = () => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const workspaces = useBoardState((state) => state.workspaces);
  const user = useBoardState((state) => state.user);
  const isPanelOpen = useBoardState((state) => state.isPanelOpen);
  const { kind } = modeOf({ layer, workspaces }, board.looks.zone());
  return (
    <>
      <header className={styles.header}>
        <Heading />
        <PlanningChoice name="Planning" />
        {layer === null ? null : <WorkspaceChoice />}
        <CreateDraft />
        {layer === null ? null : <Mode />}
        <Repair />
        <span className={styles.space} />
        <SearchBox />
        <span className={styles.divider} />
        <People />
        <ConnectionStatus />
        <Clock />
        <span className={styles.divider} />
        <Button
          label="Commands"
          title={`Commands (${keyLabel('Mod+K')})`}
          onClick={() => void commandOf('commands').run(board)}
        >
          <CommandIcon size={15} aria-hidden />
        </Button>
        <Button
          label="Shortcuts"
          className={styles.optional}
          title="Keyboard shortcuts (?)"
          onClick={() => void commandOf('shortcuts').run(board)}
        >
          <Keyboard size={16} aria-hidden />
        </Button>
        <Button label="Light or dark" className={styles.roomy} onClick={() => void commandOf('theme').run(board)}>
          <SunMoon size={16} aria-hidden />
        </Button>
        <Button
          label={isPanelOpen ? 'Hide the panel' : 'Show the panel'}
          title={`Panel (${keyLabel('Mod+B')})`}
          onClick={() => void commandOf('panel').run(board)}
        >
          <PanelRight size={16} aria-hidden />
        </Button>
        <Button label="Log out" title={`Log out ${user?.email ?? ''}`} onClick={() => void board.logOut()}>
          <LogOut size={16} aria-hidden />
        </Button>
      </header>
      <div
        className={`${styles.stripe} ${kind === 'draft' ? styles.stripeDraft : kind === 'past' ? styles.stripePast : ''}`}
      />
    </>
  );
};
