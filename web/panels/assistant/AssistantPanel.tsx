import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../parts/Button.tsx';
import { isReverted } from '../../planning/reverts.ts';
import { useBoard, useBoardState, usePinnedPlan } from '../../shell/boardContext.ts';
import { deltaText } from '../../timeline/model/numbers.ts';
import type { Plan } from '../../shell/plan.ts';
import { MoveList } from '../MoveList.tsx';
import panelStyles from '../panels.module.css';
import styles from './assistant.module.css';
import { type Conversation, conversationOf, type Said } from './conversation.ts';

const EXAMPLES = [
  'Which conflicts are there this morning?',
  'Resolve the worst conflict',
  'Optimize with at most 50 moves',
  'What if the first arrival is an hour late?',
];
const FEW = 6;

/** A conversation in plain words. Proposals are previewed on the board, and applied only by a click. */
export const AssistantPanel = () => {
  const board = useBoard();
  const conversation = conversationOf(board);
  const { said, isAnswering, doing, text, failed } = useStore(conversation.state);
  const layer = useBoardState((state) => state.layer);
  useBoardState((state) => state.connection);
  const log = useRef<HTMLDivElement>(null);
  const layerKey = `${layer?.planning} ${layer?.workspace}`;
  useEffect(() => {
    conversation.enter(layerKey);
    return () => board.previews.pass(null);
  }, [board, conversation, layerKey]);
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [said, doing, failed]);
  const send = (message: string): void => {
    if (message.trim() === '' || isAnswering) return;
    conversation.write('');
    void conversation.send(message.trim());
  };
  if (layer?.change != null) {
    return (
      <p className={panelStyles.empty}>This is a past state. The assistant works on the present state or on a draft.</p>
    );
  }
  return (
    <div className={styles.panel}>
      <div ref={log} className={styles.log} role="log" aria-label="Conversation" tabIndex={0}>
        {said.length === 0 ? (
          <div className={styles.start}>
            <p>
              Ask a question about this planning, or request a change. Nothing is changed until you apply a proposal.
            </p>
            {EXAMPLES.map((example) => (
              <Button key={example} kind="outlined" onClick={() => send(example)}>
                {example}
              </Button>
            ))}
          </div>
        ) : null}
        {said.map((one, i) => (
          // Entries are only appended, so the index is a stable key.
          <Utterance key={i} one={one} />
        ))}
        {isAnswering ? <p className={styles.doing}>{doing === '' ? 'Answering …' : `${doing} …`}</p> : null}
        {failed === null ? null : (
          <div role="alert" className={styles.failed}>
            <p>
              “{failed.text}” was not answered. {failed.why}
            </p>
            <Button kind="outlined" onClick={() => void conversation.repeat(failed)}>
              Try again
            </Button>
          </div>
        )}
      </div>
      <MessageForm conversation={conversation} text={text} onSend={() => send(text)} />
    </div>
  );
};

interface MessageFormProps {
  readonly conversation: Conversation;
  readonly text: string;
  readonly onSend: () => void;
}

const MessageForm = ({ conversation, text, onSend }: MessageFormProps) => {
  const { said, isAnswering } = useStore(conversation.state);
  const board = useBoard();
  const place = board.scene.rows.rows.find(({ kind }) => kind === 'resource');
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    onSend();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <textarea
        aria-label="Message"
        rows={2}
        maxLength={4000}
        placeholder={place === undefined ? 'Resolve all conflicts' : `Resolve the conflicts on ${place.name}`}
        value={text}
        onChange={({ target }) => conversation.write(target.value)}
        onKeyDown={keyDown}
      />
      <div className={styles.buttons}>
        {said.length > 0 && !isAnswering ? (
          <Button onClick={() => conversation.clear()}>New conversation</Button>
        ) : null}
        {isAnswering ? <Button onClick={() => conversation.stop()}>Stop</Button> : null}
        <Button kind="primary" type="submit" disabled={isAnswering || text.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  );
};

const Utterance = ({ one }: { readonly one: Said }) => {
  if (one.kind === 'proposal') return <ProposalCard {...one} />;
  return (
    <p className={one.kind === 'planner' ? styles.planner : styles.assistant}>
      {one.kind === 'planner' ? <span className="unseen">You: </span> : null}
      {one.text}
    </p>
  );
};

const ProposalCard = ({ proposal, state }: Extract<Said, { kind: 'proposal' }>) => {
  const board = useBoard();
  const conversation = conversationOf(board);
  const [showsAll, setShowsAll] = useState(false);
  const { moves, score, explanation } = proposal;
  const plan: Plan = { key: `proposal ${proposal.id}`, label: 'The proposal', moves };
  const isPinned = usePinnedPlan()?.key === plan.key;
  const isOpen = state === 'open';
  const applied = useBoardState(({ reverts }) => {
    if (typeof state === 'string') return null;
    return isReverted(reverts, state.change) ? 'Undone' : 'Applied';
  });
  return (
    <article
      aria-label="Proposal"
      className={styles.proposal}
      onPointerEnter={() => isOpen && board.previews.pass(plan)}
      onPointerLeave={() => board.previews.pass(null)}
    >
      <p className={styles.head}>
        <strong>{deltaText(score.delta)}</strong>
        <span>{explanation}</span>
      </p>
      <MoveList moves={moves.slice(0, showsAll ? undefined : FEW)} />
      {moves.length > FEW && !showsAll ? (
        <Button onClick={() => setShowsAll(true)}>{moves.length - FEW} more</Button>
      ) : null}
      <div className={styles.buttons}>
        {applied !== null ? (
          <span className={styles.applied}>{applied}</span>
        ) : (
          <>
            <Button
              kind="outlined"
              isPressed={isPinned}
              onClick={() => {
                board.previews.pin(isPinned ? null : plan);
                if (!isPinned) board.previews.reveal();
              }}
            >
              Preview
            </Button>
            {board.mayEdit() ? (
              <Button kind="primary" disabled={!isOpen} onClick={() => void conversation.apply(plan, proposal)}>
                Apply
              </Button>
            ) : null}
          </>
        )}
      </div>
    </article>
  );
};
