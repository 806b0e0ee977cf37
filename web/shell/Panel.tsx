import { Tabs } from '@base-ui/react/tabs';
import { Suspense } from 'react';
import { PANELS } from '../panels/panels.ts';
import { useBoard, useBoardState } from './boardContext.ts';
import styles from './shell.module.css';

/** The one panel on the right: a tab for each thing that is worked on. */
export const Panel = () => {
  const board = useBoard();
  const panel = useBoardState((state) => state.panel);
  const isOpen = useBoardState((state) => state.isPanelOpen);
  if (!isOpen) return null;
  const shown = PANELS.some(({ id }) => id === panel) ? panel : PANELS[0].id;
  return (
    <aside aria-label="Panel">
      <Tabs.Root
        className={styles.panel}
        value={shown}
        onValueChange={(value) => board.openPanel(String(value))}
        style={{ height: '100%' }}
      >
        <Tabs.List className={styles.tabs} aria-label="Panels">
          {PANELS.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={styles.tab}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PANELS.map(({ id, Content }) => (
          <Tabs.Panel key={id} value={id} className={styles.panelBody}>
            <Suspense fallback={null}>
              <Content />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </aside>
  );
};
