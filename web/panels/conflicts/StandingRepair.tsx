import { useEffect, useState } from 'react';
import { plural } from '../../../engine/wording.ts';
import { dataOf } from '../../../client/tidegate.ts';
import { Button } from '../../parts/Button.tsx';
import { useBoard, useBoardState, usePinnedPlan } from '../../shell/boardContext.ts';
import type { Plan } from '../../shell/plan.ts';
import { useTyped } from '../useTyped.ts';
import styles from './conflicts.module.css';
import { MoveList } from '../MoveList.tsx';
import { openRepairDialog, type Repair, setMode, useStandingRepair } from './repairs.ts';

const FEW = 20;

/** The proposals of the standing repair, why it paused, and what went stale. Only for the live schedule, which it concerns; its switch is in the header. */
export const StandingRepair = () => {
  const board = useBoard();
  const isLive = useBoardState(({ layer }) => layer !== null && layer.workspace === null && layer.change === null);
  const { standing, reload } = useStandingRepair();
  const [shows, setShows] = useState(FEW);
  if (!isLive || standing === undefined) return null;
  const { policy, open, stale } = standing;
  if (policy.mode === 'off') return null;
  const resume = async (): Promise<void> => {
    await setMode(board, policy, 'apply');
    reload();
  };
  return (
    <section aria-label="Standing repair">
      <div className={styles.head}>
        <span className={styles.count}>
          {open.length === 0 ? 'No repair is proposed' : plural(open.length, 'proposed repair')}
        </span>
        <span className={styles.space} />
        <Button onClick={() => openRepairDialog(board, 'repair-balance')}>The day’s balance</Button>
      </div>
      {policy.paused === null ? null : (
        <div className={styles.head}>
          <span className={styles.paused}>Paused: {policy.paused.detail}</span>
          <span className={styles.space} />
          {board.mayEdit() ? <Button onClick={() => void resume()}>Resume</Button> : null}
        </div>
      )}
      {open.length === 0 ? null : (
        <ul className={styles.repairs} aria-label="Proposed repairs">
          {open.slice(0, shows).map((repair) => (
            <Proposed key={repair.id} repair={repair} onDecided={reload} />
          ))}
        </ul>
      )}
      {open.length > shows ? <Button onClick={() => setShows(shows + FEW)}>Show more repairs</Button> : null}
      {stale.length === 0 ? null : (
        <ul className={styles.repairs} aria-label="Stale repairs">
          {stale.map(({ id, explanation, reason }) => (
            <li key={id} className={styles.stale}>
              <del>{explanation}</del>
              <span>Stale: {reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const planOf = ({ id, explanation, moves }: Repair): Plan => ({ key: `repair ${id}`, label: explanation, moves });

/** Applies a repair, or refuses it. */
const useDeciding = (repair: Repair, onDecided: () => void) => {
  const board = useBoard();
  const [isDeciding, setIsDeciding] = useState(false);
  const params = { path: { id: repair.id } };
  const decide = async (label: string, run: () => Promise<unknown>): Promise<void> => {
    setIsDeciding(true);
    board.previews.pass(null);
    try {
      await run();
    } catch (error) {
      board.fail(label, error, () => void decide(label, run));
    }
    setIsDeciding(false);
    onDecided();
  };
  const apply = () =>
    decide('Applying a repair', () =>
      board.actions.carry(planOf(repair), repair.explanation, async () => {
        const { changeset } = await dataOf(board.service(null).POST('/v1/repairs/{id}/apply/', { params }));
        return { change: changeset ?? '', skipped: [] };
      }),
    );
  const refuse = (reason: string | null) =>
    decide('Refusing a repair', () =>
      dataOf(board.service(null).POST('/v1/repairs/{id}/refuse/', { params, body: { reason: reason || null } })),
    );
  return { isDeciding, apply, refuse };
};

/** A repair: pointing at it previews its places. */
const Proposed = ({ repair, onDecided }: { readonly repair: Repair; readonly onDecided: () => void }) => {
  const board = useBoard();
  const pinned = usePinnedPlan()?.key ?? null;
  const [reason, setReason] = useTyped(`why ${repair.id} is refused`, null);
  const { isDeciding, apply, refuse } = useDeciding(repair, onDecided);
  const plan = planOf(repair);
  const isPinned = pinned === plan.key;
  useEffect(() => () => board.previews.unpin(`repair ${repair.id}`), [board, repair.id]);
  return (
    <li
      className={styles.strategy}
      data-previewed={isPinned}
      onPointerEnter={() => board.previews.pass(plan)}
      onPointerLeave={() => board.previews.pass(null)}
    >
      <p className={styles.effects}>
        {repair.explanation}
        {repair.proved ? '' : ' (not proved to be the best)'}
      </p>
      <MoveList moves={repair.moves} />
      <div className={styles.buttons}>
        {board.mayEdit() ? (
          <Button kind="primary" isBusy={isDeciding} onClick={() => void apply()}>
            Apply
          </Button>
        ) : null}
        <Button kind="outlined" isPressed={isPinned} onClick={() => board.previews.pin(isPinned ? null : plan)}>
          Preview
        </Button>
        {board.mayEdit() && reason === null ? <Button onClick={() => setReason('')}>Refuse…</Button> : null}
      </div>
      {reason === null ? null : (
        <form
          className={styles.buttons}
          onSubmit={(event) => {
            event.preventDefault();
            void refuse(reason);
          }}
        >
          <input
            className={styles.note}
            aria-label="Why it is refused"
            placeholder="Why?"
            maxLength={2000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" isBusy={isDeciding}>
            Refuse
          </Button>
        </form>
      )}
    </li>
  );
};
