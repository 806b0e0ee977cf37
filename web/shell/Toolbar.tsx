import {
  Bookmark,
  Clock3,
  Construction,
  Download,
  Link,
  ListFilter,
  Maximize2,
  Printer,
  Redo2,
  Rows3,
  Undo2,
  Upload,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { present } from '../../engine/present.ts';
import { plural } from '../../engine/wording.ts';
import { keyLabel } from '../commands/command.ts';
import { commandOf } from '../commands/commands.ts';
import { colorsOf } from '../commands/viewCommands.ts';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { oneTabStop } from '../parts/oneTabStop.ts';
import { Range } from '../parts/Range.tsx';
import { useBoard, useBoardState, useRevision } from './boardContext.ts';
import type { TimeMode } from './boardState.ts';
import styles from './shell.module.css';
import { sizeOf } from './filter.ts';
import { isViewer, mayEdit } from './rights.ts';
import type { Density } from '../timeline/model/rows.ts';

const TIME_MODES: readonly { readonly value: TimeMode; readonly label: string }[] = [
  { value: 'planning', label: 'Planning zone' },
  { value: 'utc', label: 'UTC' },
  { value: 'mine', label: 'Mine' },
];
const NEXT_DENSITY: Readonly<Record<Density, Density>> = { compact: 'normal', normal: 'large', large: 'compact' };

const Blend = () => {
  const board = useBoard();
  const blend = useBoardState((state) => state.blend);
  return (
    <div className={styles.blend}>
      <span aria-hidden>Schedule</span>
      <Range
        name="Schedule to expected"
        title="From scheduled to expected times (Up and Down)"
        value={Math.round(blend * 100)}
        step={5}
        onChange={(value) => board.looks.setBlend(value / 100)}
      />
      <span aria-hidden>Expected</span>
    </div>
  );
};

const Colors = () => {
  const board = useBoard();
  useRevision();
  useBoardState((state) => state.colorBy);
  return (
    <Choice
      name="Color by"
      value={board.looks.colorBy() ?? 'none'}
      options={colorsOf(board).map(([value, label]) => ({ value, label }))}
      onChange={(chosen) => board.looks.setColorBy(chosen)}
    />
  );
};

/** The tools for search, filter and views, and for print and CSV. */
const ViewTools = () => {
  const board = useBoard();
  const filter = useBoardState((state) => state.filter);
  const density = useBoardState((state) => state.density);
  const run = (id: string) => () => void commandOf(id).run(board);
  const asked = sizeOf(filter);
  return (
    <>
      <Button
        label={asked > 0 ? `Filter, ${asked} in use` : 'Filter'}
        isPressed={asked > 0}
        className={asked > 0 ? styles.filtering : ''}
        title="Filter (F)"
        onClick={run('filter')}
      >
        <ListFilter size={15} aria-hidden />
        {asked > 0 ? asked : null}
      </Button>
      <Button label="Saved views" title="Saved views (V)" onClick={run('views')}>
        <Bookmark size={15} aria-hidden />
      </Button>
      <Button label="Density" title={`Rows: ${density}`} onClick={() => board.looks.setDensity(NEXT_DENSITY[density])}>
        <Rows3 size={15} aria-hidden />
      </Button>
    </>
  );
};

const TakeAway = () => {
  const board = useBoard();
  const run = (id: string) => () => void commandOf(id).run(board);
  return (
    <>
      <Button label="Share" title="Copy a link to this view" onClick={run('share')}>
        <Link size={15} aria-hidden />
      </Button>
      <Button label="Print" title={`Print (${keyLabel('Mod+P')})`} onClick={run('print')}>
        <Printer size={15} aria-hidden />
      </Button>
      <Button label="Download CSV" title="Download what is shown as CSV" onClick={run('csv')}>
        <Download size={15} aria-hidden />
      </Button>
    </>
  );
};

/** The number of conflicts, now and in the preview. It is a component of its own, since it renders whenever the pointer previews something. */
const ConflictCount = () => {
  const board = useBoard();
  const conflicts = useBoardState((state) => state.conflicts.length);
  const areKnown = useBoardState((state) => state.areConflictsKnown);
  const previewed = useBoardState(({ preview }) => preview?.conflicts?.length ?? null);
  return (
    <span className={styles.conflictCount}>
      <Button
        className={conflicts > 0 ? styles.conflicts : ''}
        title="To the next conflict (C)"
        disabled={conflicts === 0}
        onClick={() => void commandOf('next-conflict').run(board)}
      >
        {conflicts > 0 ? `! ${plural(conflicts, 'conflict')}` : areKnown ? 'No conflicts' : 'Conflicts …'}
        {previewed === null || previewed === conflicts ? '' : ` → ${previewed}`}
      </Button>
    </span>
  );
};

/** What changes the planning: undo and redo, and what a drag does. */
const EditTools = () => {
  const board = useBoard();
  const undoLabel = useBoardState((state) => state.undoLabel);
  const redoLabel = useBoardState((state) => state.redoLabel);
  const dragMode = useBoardState((state) => state.dragMode);
  const isEditable = useBoardState(mayEdit);
  return (
    <>
      <Button
        label="Undo"
        title={`Undo ${undoLabel ?? ''} (${keyLabel('Mod+Z')})`}
        disabled={!isEditable || undoLabel === null}
        onClick={() => void board.actions.undo()}
      >
        <Undo2 size={16} aria-hidden />
      </Button>
      <Button
        label="Redo"
        title={`Redo ${redoLabel ?? ''} (${keyLabel('Mod+Shift+Z')})`}
        disabled={!isEditable || redoLabel === null}
        onClick={() => void board.actions.redo()}
      >
        <Redo2 size={16} aria-hidden />
      </Button>
      <Button
        label="Move in time"
        isPressed={dragMode === 'time'}
        disabled={!isEditable}
        title="Drag bars in time too (or hold Shift)"
        onClick={() => void commandOf('drag-in-time').run(board)}
      >
        <Clock3 size={16} aria-hidden />
      </Button>
      <Button
        label="Close a resource"
        isPressed={dragMode === 'close'}
        disabled={!isEditable}
        title="Drag over empty space to close a resource"
        onClick={() => void commandOf('close').run(board)}
      >
        <Construction size={16} aria-hidden />
      </Button>
    </>
  );
};

/** The toolbar: the most frequent commands, and the settings of the view. */
export const Toolbar = () => {
  const board = useBoard();
  const timeMode = useBoardState((state) => state.timeMode);
  const isReady = useBoardState((state) => state.loading === 'ready');
  const isOnlyLooking = useBoardState(isViewer);
  // Until the user is known, tools that viewers never see are hidden but keep their space.
  const isKnown = useBoardState((state) => state.user !== null);
  const toolbar = useRef<HTMLDivElement>(null);
  // Arrows move a bar that is taken by keys, wherever the focus is.
  useEffect(() => oneTabStop(present(toolbar.current), () => board.timeline?.move != null), [board]);
  return (
    <div ref={toolbar} className={styles.toolbar} role="toolbar" aria-label="Timeline tools">
      {isOnlyLooking ? null : (
        <span className={isKnown ? styles.tools : styles.toolsToCome}>
          <EditTools />
          <span className={styles.divider} />
        </span>
      )}
      <Button onClick={() => board.timeline?.showNow()} title="Go to now (N)">
        Now
      </Button>
      <Button label="Fit" title="Show everything (0)" onClick={() => board.timeline?.fit()}>
        <Maximize2 size={15} aria-hidden />
      </Button>
      <Button label="Zoom out" onClick={() => board.timeline?.zoom(-1)}>
        <ZoomOut size={16} aria-hidden />
      </Button>
      <Button label="Zoom in" onClick={() => board.timeline?.zoom(1)}>
        <ZoomIn size={16} aria-hidden />
      </Button>
      <span className={styles.divider} />
      <Blend />
      <span className={styles.divider} />
      <Choice name="Time" value={timeMode} options={TIME_MODES} onChange={(mode) => board.looks.setTimeMode(mode)} />
      <Colors />
      <ViewTools />
      <span className={styles.space} />
      {isReady ? <ConflictCount /> : null}
      <span className={styles.divider} />
      {isOnlyLooking || !isKnown ? null : (
        <Button label="Import" onClick={() => void commandOf('import').run(board)}>
          <Upload size={15} aria-hidden />
        </Button>
      )}
      <TakeAway />
    </div>
  );
};
