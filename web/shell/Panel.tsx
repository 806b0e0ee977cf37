import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { present } from '../../engine/present.ts';
import { PANELS } from '../panels/panels.ts';
import { Boundary } from '../parts/Boundary.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { itemAt } from '../parts/oneTabStop.ts';
import { listenToSplitter } from '../parts/splitting.ts';
import { useBoard, useBoardState } from './boardContext.ts';
import { USUAL_PANEL } from './boardState.ts';
import styles from './shell.module.css';

const LEAST_WIDTH = 260;
const LOAD_AHEAD_MS = 1200;
const MOST_SHARE = 0.6;

const PanelSplitter = () => {
  const board = useBoard();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    listenToSplitter(present(place.current), {
      name: 'Width of the panel',
      isUpright: true,
      isReversed: true,
      least: LEAST_WIDTH,
      most: () => Math.max(LEAST_WIDTH, Math.round(innerWidth * MOST_SHARE)),
      usual: USUAL_PANEL,
      value: () => board.store.getState().sizes.panel,
      change: (panel) => board.looks.resize({ panel }),
    });
  }, [board]);
  return <div ref={place} className={styles.panelSplitter} />;
};

/** The id of the shown panel. */
const PANEL = 'panel';

/** Left, Right, Home and End lead to other tabs, which Enter and Space open (ARIA Authoring Practices, "Tabs Pattern"). */
const goToTab = (event: KeyboardEvent<HTMLElement>): void => {
  const tabs = [...event.currentTarget.querySelectorAll('button')];
  const next = itemAt(
    tabs,
    tabs.findIndex((tab) => tab === event.target),
    event.key,
  );
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

/** The panel on the right, with its tabs. */
export const Panel = () => {
  const board = useBoard();
  const panel = useBoardState((state) => state.panel);
  const isOpen = useBoardState((state) => state.isPanelOpen);
  const width = useBoardState((state) => state.sizes.panel);
  const isReady = useBoardState((state) => state.loading === 'ready');
  useEffect(() => {
    if (!isReady) return undefined;
    // Loads the scripts of all panels once the board is idle, so that opening one later does not wait.
    const timer = setTimeout(() => {
      if (board.store.getState().connection !== 'connected') return;
      for (const { load } of PANELS) load().catch(() => {});
    }, LOAD_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [board, isReady]);
  if (!isOpen) return null;
  const shown = PANELS.find(({ id }) => id === panel) ?? PANELS[0];
  return (
    <aside aria-label="Panel" className={styles.aside}>
      <PanelSplitter />
      <div className={styles.panel} style={{ height: '100%', width }}>
        <div role="tablist" aria-label="Panels" className={styles.tabs} onKeyDown={goToTab}>
          {PANELS.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={id === shown.id}
              aria-controls={id === shown.id ? PANEL : undefined}
              tabIndex={id === shown.id ? 0 : -1}
              data-panel={id}
              className={styles.tab}
              onClick={() => board.openPanel(id)}
            >
              {title}
            </button>
          ))}
        </div>
        <div
          key={shown.id}
          role="tabpanel"
          id={PANEL}
          aria-labelledby={`tab-${shown.id}`}
          tabIndex={0}
          className={styles.panelBody}
        >
          <Boundary name={shown.title}>
            <Suspense fallback={<Skeleton name={`Loading ${shown.title.toLowerCase()}`} />}>
              <shown.Content />
            </Suspense>
          </Boundary>
        </div>
      </div>
    </aside>
  );
};
