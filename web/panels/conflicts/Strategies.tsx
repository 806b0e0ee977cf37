import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { present } from '../../../engine/present.ts';
import { dataOf } from '../../../client/tidegate.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { Plan } from '../../shell/plan.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { deltaText } from '../../timeline/paint/paintOverlay.ts';
import { serviceOf } from '../service.ts';
import styles from './conflicts.module.css';
import { MoveList } from './MoveList.tsx';
import type { Strategy, StrategySearch, StrategySearches } from './strategySearch.ts';

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

interface StrategiesProps {
  readonly conflict: ConflictMark;
  readonly searches: StrategySearches;
  /** Called when a strategy was applied. `byKeys` says that the focus should move to the next conflict. */
  readonly onApplied: (byKeys: boolean) => void;
  readonly takesFocus: boolean;
}

/** The search of a conflict. After a change, the earlier strategies stay visible until the new search has found some. */
const useSearch = (conflict: ConflictMark, searches: StrategySearches): StrategySearch => {
  useBoardState((state) => state.revision);
  const latest = searches.of(conflict);
  const shown = useRef(latest);
  const found = useStore(latest.found);
  if (shown.current.operation !== latest.operation || found.strategies.length > 0 || found.isOver)
    shown.current = latest;
  return shown.current;
};

/** The strategies for a conflict, best first. Each can be previewed on the board, and applied with a click. */
export const Strategies = ({ conflict, searches, onApplied, takesFocus }: StrategiesProps) => {
  const board = useBoard();
  const search = useSearch(conflict, searches);
  const { strategies, isOver, problem } = useStore(search.found);
  const pinned = useBoardState(({ preview }) => (preview?.isPinned === true ? preview.plan.key : null));
  const [isApplying, setIsApplying] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const workspace = useBoardState((state) => state.layer?.workspace ?? null);
  const mayEdit = board.mayEdit();

  const planOf = (strategy: Strategy): Plan => ({
    key: keyOf(strategy),
    label: `Strategy ${strategies.indexOf(strategy) + 1} for ${board.operationName(search.operation)}`,
    moves: strategy.moves,
  });
  const first = strategies[0];
  /** Previews the best strategy while the pointer is on no other one. */
  const rest = (): void => board.previews.pass(first === undefined || pinned !== null ? null : planOf(first));
  useEffect(() => {
    if (!isApplying) rest();
  }, [board, first, pinned, isApplying]);
  useEffect(() => () => board.previews.pass(null), [board]);
  const hasAny = strategies.length > 0;
  useEffect(() => {
    if (takesFocus && hasAny) list.current?.querySelector<HTMLElement>('[data-apply]')?.focus();
  }, [takesFocus, hasAny]);

  const apply = async (strategy: Strategy, into: 'here' | 'draft', byKeys: boolean): Promise<void> => {
    setIsApplying(true);
    const plan = planOf(strategy);
    const label = `Resolve ${board.operationName(search.operation)}`;
    try {
      if (into === 'draft') {
        const { planning } = present(board.store.getState().layer);
        const { id } = await board.endpoints.createWorkspace(planning, label);
        await board.open({ planning, workspace: id, change: null });
        await board.settled();
      }
      const isDone = await board.actions.carry(plan, label, async () => {
        const call = serviceOf(board).POST('/v1/operations/{id}/apply-strategy/', {
          params: { path: { id: search.operation } },
          body: { moves: strategy.moves },
        });
        const { id, skipped } = await dataOf(call);
        return { change: id, skipped };
      });
      if (isDone) onApplied(byKeys);
    } catch (error) {
      board.fail(label, error);
    } finally {
      setIsApplying(false);
    }
  };

  if (problem !== '' && strategies.length === 0) return <p className={styles.effects}>{problem}</p>;
  if (isOver && strategies.length === 0) {
    return (
      <p className={styles.effects}>
        No strategy with up to four moves was found. Move one of the operations by hand, or optimize.
      </p>
    );
  }
  if (strategies.length === 0) return <Skeleton name="Looking for strategies" blocks={1} />;
  return (
    <ul ref={list} aria-label="Strategies">
      {strategies.map((strategy, i) => (
        <li
          key={keyOf(strategy)}
          className={styles.strategy}
          data-previewed={pinned === keyOf(strategy)}
          onPointerEnter={() => board.previews.pass(planOf(strategy))}
          onPointerLeave={rest}
          onFocus={() => board.previews.pass(planOf(strategy))}
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
          <div className={styles.buttons}>
            {mayEdit ? (
              <Button
                kind="primary"
                data-apply
                aria-label={`Apply ${i + 1}`}
                disabled={isApplying}
                onClick={({ detail }) => void apply(strategy, 'here', detail === 0)}
              >
                Apply
              </Button>
            ) : null}
            <Button
              kind="outlined"
              aria-label={`Preview ${i + 1}`}
              isPressed={pinned === keyOf(strategy)}
              onClick={() => {
                const isPinned = pinned === keyOf(strategy);
                board.previews.pin(isPinned ? null : planOf(strategy));
                if (!isPinned) board.previews.reveal();
              }}
            >
              Preview
            </Button>
            {mayEdit && workspace === null ? (
              <Button
                aria-label={`Apply ${i + 1} in a draft`}
                disabled={isApplying}
                onClick={({ detail }) => void apply(strategy, 'draft', detail === 0)}
              >
                In a draft
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
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
    residualProbability >= 0.005 ? `${Math.round(residualProbability * 100)} % risk remains` : '',
  ]
    .filter((text) => text !== '')
    .join(', ');
