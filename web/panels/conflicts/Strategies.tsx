import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { percentText, plural } from '../../../engine/wording.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useBoard, useBoardState, usePinnedPlan, useRevision } from '../../shell/boardContext.ts';
import { openNewDraft } from '../../shell/openNewDraft.ts';
import type { Plan } from '../../shell/plan.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { deltaText } from '../../timeline/model/numbers.ts';
import styles from './conflicts.module.css';
import { MoveList } from '../MoveList.tsx';
import type { Found, Strategy, StrategySearch, StrategySearches } from './strategySearch.ts';

interface StrategiesProps {
  readonly conflict: ConflictMark;
  readonly searches: StrategySearches;
  /** Called when a strategy was applied. `byKeys` says that the focus should move to the next conflict. */
  readonly onApplied: (byKeys: boolean) => void;
  readonly takesFocus: boolean;
}

/** The search of a conflict, and what starts it again. After a change, the earlier strategies stay visible until the new search has found some. */
const useSearch = (conflict: ConflictMark, searches: StrategySearches) => {
  useRevision();
  const [, setTurn] = useState(0);
  const latest = searches.of(conflict);
  const shown = useRef(latest);
  const found = useStore(latest.found);
  const isDue = found.strategies.length > 0 || found.isOver || shown.current.found.getState().hasFailed;
  if (shown.current.operation !== latest.operation || isDue) shown.current = latest;
  const again = (): void => {
    searches.first(conflict);
    setTurn((turn) => turn + 1);
  };
  return { search: shown.current, again };
};

/** Applies a strategy of the search, here or in a new draft. */
const useApplying = ({ operation }: StrategySearch, onApplied: (byKeys: boolean) => void) => {
  const board = useBoard();
  const [isApplying, setIsApplying] = useState(false);
  const apply = async (plan: Plan, into: 'here' | 'draft', byKeys: boolean): Promise<void> => {
    setIsApplying(true);
    const label = `Resolve ${board.operationName(operation)}`;
    try {
      if (into === 'draft') {
        await openNewDraft(board, label);
        await board.settled();
      }
      const workspace = board.store.getState().layer?.workspace ?? null;
      const isDone = await board.actions.carry(plan, label, () => board.endpoints.applyMoves(workspace, plan.moves));
      if (isDone) onApplied(byKeys);
    } catch (error) {
      board.fail(label, error, () => void apply(plan, into, byKeys));
    } finally {
      setIsApplying(false);
    }
  };
  return { apply, isApplying };
};

/** Previews the best strategy while the pointer is on no other one and none is pinned; returns what begins that again. */
const useResting = (best: Strategy | undefined, planOf: (strategy: Strategy) => Plan, isApplying: boolean) => {
  const board = useBoard();
  const isPinned = usePinnedPlan() !== null;
  const rest = (): void => board.previews.pass(best === undefined || isPinned ? null : planOf(best));
  useEffect(() => {
    if (!isApplying) rest();
  }, [board, best, isPinned, isApplying]);
  useEffect(() => () => board.previews.pass(null), [board]);
  return rest;
};

/** The strategies for a conflict, best first. Each can be previewed on the board, and applied with a click. */
export const Strategies = ({ conflict, searches, onApplied, takesFocus }: StrategiesProps) => {
  const board = useBoard();
  const { search, again } = useSearch(conflict, searches);
  const { strategies, isOver, problem, hasFailed } = useStore(search.found);
  const pinned = usePinnedPlan()?.key ?? null;
  const { apply, isApplying } = useApplying(search, onApplied);
  const list = useRef<HTMLUListElement>(null);

  const planOf = (strategy: Strategy): Plan => ({
    key: keyOf(strategy),
    label: `Strategy ${strategies.indexOf(strategy) + 1} for ${board.operationName(search.operation)}`,
    moves: strategy.moves,
  });
  const rest = useResting(strategies[0], planOf, isApplying);
  const hasAny = strategies.length > 0;
  useEffect(() => {
    if (takesFocus && hasAny) list.current?.querySelector<HTMLElement>('[data-apply]')?.focus();
  }, [takesFocus, hasAny]);

  if (!hasAny) return <NoStrategy problem={problem} isOver={isOver} onAgain={hasFailed ? again : null} />;
  return (
    <ul ref={list} aria-label="Strategies">
      {strategies.map((strategy, i) => {
        const plan = planOf(strategy);
        return (
          <li
            key={plan.key}
            className={styles.strategy}
            data-previewed={pinned === plan.key}
            onPointerEnter={() => board.previews.pass(plan)}
            onPointerLeave={rest}
            onFocus={() => board.previews.pass(plan)}
            onBlur={rest}
          >
            <div className={styles.strategyHead}>
              <span className={styles.better}>{i + 1}.</span>
              <span className={styles.better} title="Change of the score: lower is better">
                {deltaText(strategy.score.delta)}
              </span>
              <span className={styles.effects}>{effectsOf(strategy)}</span>
            </div>
            <MoveList moves={strategy.moves} />
            <StrategyButtons
              number={i + 1}
              isPinned={pinned === plan.key}
              isApplying={isApplying}
              onPreview={(isPinned) => {
                board.previews.pin(isPinned ? plan : null);
                if (isPinned) board.previews.reveal();
              }}
              onApply={(into, byKeys) => void apply(plan, into, byKeys)}
            />
          </li>
        );
      })}
    </ul>
  );
};

interface NoStrategyProps extends Pick<Found, 'problem' | 'isOver'> {
  /** Searches again; null if that would find the same. */
  readonly onAgain: (() => void) | null;
}

/** What is shown while there are no strategies. */
const NoStrategy = ({ problem, isOver, onAgain }: NoStrategyProps) => {
  if (problem === '' && !isOver) return <Skeleton name="Looking for strategies" blocks={1} />;
  const nothing = 'No strategy with up to four moves was found. Move one of the operations by hand, or optimize.';
  return (
    <>
      <p className={styles.effects}>{problem === '' ? nothing : problem}</p>
      {onAgain === null ? null : (
        <Button kind="outlined" onClick={onAgain}>
          Try again
        </Button>
      )}
    </>
  );
};

interface StrategyButtonsProps {
  /** The number of the strategy, from 1. */
  readonly number: number;
  readonly isPinned: boolean;
  readonly isApplying: boolean;
  readonly onPreview: (isPinned: boolean) => void;
  readonly onApply: (into: 'here' | 'draft', byKeys: boolean) => void;
}

const StrategyButtons = ({ number, isPinned, isApplying, onPreview, onApply }: StrategyButtonsProps) => {
  const mayEdit = useBoard().mayEdit();
  const workspace = useBoardState((state) => state.layer?.workspace ?? null);
  return (
    <div className={styles.buttons}>
      {mayEdit ? (
        <Button
          kind="primary"
          data-apply
          aria-label={`Apply ${number}`}
          isBusy={isApplying}
          onClick={({ detail }) => onApply('here', detail === 0)}
        >
          Apply
        </Button>
      ) : null}
      <Button
        kind="outlined"
        aria-label={`Preview ${number}`}
        isPressed={isPinned}
        onClick={() => onPreview(!isPinned)}
      >
        Preview
      </Button>
      {mayEdit && workspace === null ? (
        <Button
          aria-label={`Apply ${number} in a draft`}
          isBusy={isApplying}
          onClick={({ detail }) => onApply('draft', detail === 0)}
        >
          In a draft
        </Button>
      ) : null}
    </div>
  );
};

const keyOf = ({ moves }: Strategy): string =>
  moves
    .map(({ operation, part, toResource, delaySeconds }) => `${operation} ${part} ${toResource} ${delaySeconds}`)
    .join('|');

const effectsOf = ({ resolves, creates, residualProbability }: Strategy): string =>
  [
    `ends ${plural(resolves.length, 'conflict')}`,
    creates.length === 0 ? '' : `creates ${creates.length}`,
    residualProbability >= 0.005 ? `${percentText(residualProbability)} risk remains` : '',
  ]
    .filter((text) => text !== '')
    .join(', ');
