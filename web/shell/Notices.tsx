import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { plural } from '../../engine/wording.ts';
import { useBoard, useBoardState } from './boardContext.ts';
import styles from './shell.module.css';

const SHOWN_MS = 3500;

/** Shows for a moment what was just done, and announces it to screen readers. */
const Message = () => {
  const message = useBoardState((state) => state.message);
  const said = useBoardState((state) => state.said);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (message === '') return undefined;
    setIsShown(true);
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, said]);
  return (
    <div role="status" aria-label="Messages" className={styles.message} data-shown={isShown}>
      {/* A new element each time: a text that is the same as before would not be announced. */}
      <span key={said}>{message}</span>
    </div>
  );
};

const Problem = () => {
  const board = useBoard();
  const problem = useBoardState((state) => state.problem);
  const problems = useBoardState((state) => state.problems);
  if (problem === null) return null;
  return (
    <div key={problems} role="alert" aria-label="Problem" className={styles.problem}>
      <strong>{problem.title}</strong>
      <p>{problem.detail}</p>
      {problem.action === undefined ? null : (
        <div className={styles.problemActions}>
          <Button kind="outlined" onClick={problem.action.run}>
            {problem.action.label}
          </Button>
        </div>
      )}
      <Button label="Close" className={styles.problemClose} onClick={() => board.explain(null)}>
        <X size={15} aria-hidden />
      </Button>
    </div>
  );
};

/** Shows that a plan is pinned as a preview, with the buttons to apply or end it. */
const Previewed = () => {
  const board = useBoard();
  const preview = useBoardState((state) => state.preview);
  if (preview?.isPinned !== true) return null;
  const { plan, conflicts, ends, begins } = preview;
  const parts = [
    ...(ends.size === 0 ? [] : [`ends ${plural(ends.size, 'conflict')}`]),
    ...(begins.length === 0 ? [] : [`creates ${plural(begins.length, 'conflict')}`]),
  ];
  const told = conflicts === null ? '' : ` ${parts.join(', ') || 'changes no conflict'}.`;
  return (
    <section className={styles.previewed} aria-label="Preview">
      <span>
        <strong>{plan.label}</strong>
        {told} Nothing is written yet.
      </span>
      <Button onClick={() => board.previews.reveal()}>Show</Button>
      <Button kind="outlined" onClick={() => board.previews.end()}>
        End preview
      </Button>
    </section>
  );
};

export const Notices = () => (
  <>
    <div className={styles.notices}>
      <Previewed />
      <Message />
    </div>
    <Problem />
  </>
);
