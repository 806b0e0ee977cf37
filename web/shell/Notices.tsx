import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { plural } from '../../engine/wording.ts';
import { useBoard, useBoardState } from './boardContext.ts';
import type { Preview } from './plan.ts';
import styles from './shell.module.css';

const SHOWN_MS = 3500;
/** What is offered can be reached by keys meanwhile. */
const OFFERED_MS = 15_000;

/**
 * Shows for a moment what was just done, and announces it to screen readers. Like everything that is announced in the frame of the board, it names
 * `aria-live` though its role implies it: a modal dialog hides from screen readers all that is around it but elements with that attribute.
 */
const Message = () => {
  const message = useBoardState((state) => state.message);
  const remedy = useBoardState((state) => state.remedy);
  const said = useBoardState((state) => state.said);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (message === '') return undefined;
    setIsShown(true);
    const timer = setTimeout(() => setIsShown(false), remedy === null ? SHOWN_MS : OFFERED_MS);
    return () => clearTimeout(timer);
  }, [message, remedy, said]);
  return (
    <div role="status" aria-live="polite" aria-label="Messages" className={styles.message} data-shown={isShown}>
      {/* A new element each time: a text that is the same as before would not be announced. */}
      <span key={said}>{message}</span>
      {remedy !== null && isShown ? (
        <Button
          onClick={() => {
            setIsShown(false);
            remedy.run();
          }}
        >
          {remedy.label}
        </Button>
      ) : null}
    </div>
  );
};

const Problem = () => {
  const board = useBoard();
  const problem = useBoardState((state) => state.problem);
  const problems = useBoardState((state) => state.problems);
  if (problem === null) return null;
  return (
    <div key={problems} role="alert" aria-live="assertive" aria-label="Problem" className={styles.problem}>
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

/** What a preview does to the conflicts, as a sentence. */
const previewText = ({ conflicts, ends, begins }: Preview): string => {
  if (conflicts === null) return '';
  const parts = [
    ...(ends.size === 0 ? [] : [`ends ${plural(ends.size, 'conflict')}`]),
    ...(begins.length === 0 ? [] : [`creates ${plural(begins.length, 'conflict')}`]),
  ];
  return `${parts.join(', ') || 'changes no conflict'}.`;
};

/** Shows that a plan is pinned as a preview, with the buttons to end it, and announces it once its conflicts are known. */
const Previewed = () => {
  const board = useBoard();
  const preview = useBoardState((state) => (state.preview?.isPinned === true ? state.preview : null));
  const told = preview === null ? '' : previewText(preview);
  return (
    <>
      <span role="status" aria-live="polite" aria-label="Previewed" className="unseen">
        {told === '' ? '' : `${preview?.plan.label} ${told} Nothing is written yet.`}
      </span>
      {preview === null ? null : (
        <section className={styles.previewed} aria-label="Preview">
          <span>
            <strong>{preview.plan.label}</strong> {told} <span className={styles.roomy}>Nothing is written yet.</span>
          </span>
          <Button onClick={() => board.previews.reveal()}>Show</Button>
          <Button kind="outlined" onClick={() => board.previews.end()}>
            End preview
          </Button>
        </section>
      )}
    </>
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
