import { Tabs } from '@base-ui/react/tabs';
import { Suspense, useEffect, useRef } from 'react';
import { present } from '../../engine/present.ts';
import { PANELS } from '../panels/panels.ts';
import { Boundary } from '../parts/Boundary.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
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
  const shown = PANELS.some(({ id }) => id === panel) ? panel : PANELS[0].id;
  return (
    <aside aria-label="Panel" className={styles.aside}>
      <PanelSplitter />
      <Tabs.Root
        className={styles.panel}
        value={shown}
        onValueChange={(value) => board.openPanel(String(value))}
        style={{ height: '100%', width }}
      >
        <Tabs.List className={styles.tabs} aria-label="Panels">
          {PANELS.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} data-panel={id} className={styles.tab}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PANELS.map(({ id, title, Content }) => (
          <Tabs.Panel key={id} value={id} className={styles.panelBody}>
            <Boundary name={title}>
              <Suspense fallback={<Skeleton name={`Loading ${title.toLowerCase()}`} />}>
                <Content />
              </Suspense>
            </Boundary>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </aside>
  );
};
