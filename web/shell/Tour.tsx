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
    text: 'This day was planned on its schedule; then came the real delays. Red is where two need one stand at once, with how probable that is.',
    action: { label: 'Show the conflicts', run: (board) => board.openPanel('conflicts') },
  },
  {
    title: 'Resolve one',
    text: 'Open a conflict in the list. The ways out come in as they are found: point at one to see it on the board, Apply to take it.',
  },
  {
    title: 'Optimize',
    text: 'Find out what 1, 5 or 50 moves are worth, choose how many there may be, and start. You see the plan before you keep any of it.',
    action: { label: 'Open Optimize', run: (board) => board.openPanel('optimize') },
  },
  {
    title: 'Undo anything',
    text: 'Every gesture is one undo (Ctrl+Z). Changes lists what everybody did; its slider shows the board as it was.',
    action: { label: 'Open Changes', run: (board) => board.openPanel('changes') },
  },
  {
    title: 'Try things in a draft',
    text: 'A draft lies over what is live and changes nothing there until you publish it.',
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
  if (isOver || hasDialog) return null;
  const { title, text, action } = STEPS[at];
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
