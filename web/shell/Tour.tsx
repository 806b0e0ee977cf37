import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import type { Board } from './board.ts';
import { useBoard, useBoardState } from './boardContext.ts';
import styles from './tour.module.css';
import { endTour } from './tourKept.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: (board: Board) => void };
}

const STEPS: readonly Step[] = [
  {
    title: 'See the conflicts',
    text: 'This day was planned on the schedule, and then the real delays came. Red marks conflicts, where two operations need one stand at once, with their probability.',
    action: { label: 'Show the conflicts', run: (board) => board.openPanel('conflicts') },
  },
  {
    title: 'Resolve one',
    text: 'Open a conflict in the list. Strategies appear as they are found: point at one to preview it on the board, and press Apply to apply it.',
  },
  {
    title: 'Optimize',
    text: 'Find out what 1, 5 or 50 moves are worth, choose how many you allow, and start. You review the plan before you keep it.',
    action: { label: 'Open Optimize', run: (board) => board.openPanel('optimize') },
  },
  {
    title: 'Undo anything',
    text: 'Ctrl+Z undoes your last gesture. Changes lists what everybody changed; its slider shows the board at earlier times.',
    action: { label: 'Open Changes', run: (board) => board.openPanel('changes') },
  },
  {
    title: 'Try things in a draft',
    text: 'A draft is laid over the live schedule, which does not change until you publish the draft.',
    action: {
      label: 'Create draft',
      run: (board) => board.store.setState({ dialog: { kind: 'other', name: 'draft' } }),
    },
  },
];

/** A tour of five steps for users who see the demo day for the first time. This browser remembers that it was shown. */
export const Tour = () => {
  const board = useBoard();
  const [at, setAt] = useState(0);
  const hasDialog = useBoardState((state) => state.dialog !== null);
  const [isOver, setIsOver] = useState(false);
  const step = STEPS[at];
  if (isOver || hasDialog || step === undefined) return null;
  const { title, text, action } = step;
  const isLast = at === STEPS.length - 1;
  const skip = (): void => {
    endTour();
    setIsOver(true);
  };
  return (
    <section className={styles.tour} aria-label="Tour">
      <p className={styles.count}>
        {at + 1} of {STEPS.length}
      </p>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={styles.buttons}>
        <Button onClick={skip}>{isLast ? 'Done' : 'Skip'}</Button>
        {action === undefined ? null : (
          <Button
            kind="outlined"
            onClick={() => {
              // Doing what the last step describes ends the tour.
              if (isLast) skip();
              action.run(board);
            }}
          >
            {action.label}
          </Button>
        )}
        {isLast ? null : (
          <Button kind="primary" onClick={() => setAt(at + 1)}>
            Next
          </Button>
        )}
      </div>
    </section>
  );
};
