import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { dataOf } from '../../../client/tidegate.ts';
import { FactList } from '../../parts/FactList.tsx';
import { Button } from '../../parts/Button.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { gapText, numberText } from '../../../engine/wording.ts';
import { isViewer } from '../../shell/rights.ts';
import { momentAt } from '../../timeline/model/times.ts';
import panelStyles from '../panels.module.css';
import { planningOf, serviceOf } from '../service.ts';
import { Frontier } from './Frontier.tsx';
import styles from './optimize.module.css';
import { Review } from './Review.tsx';
import { isFrontier, type Point, type Run, type RunFollower, type RunState, runFollowerOf } from './runFollower.ts';
import { chosenPoint, parametersOf, type Settings } from './settings.ts';
import { ScoreChart } from './ScoreChart.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const EARLIER = 5;
const shownGap = (gap: number | null): string => (gap === null ? '–' : gapText(gap));
const whole = (value: number | null): string => (value === null ? '–' : numberText(Math.round(value)));

/** Runs optimizations: chooses how much disruption is allowed, shows the progress, and keeps or discards the plan. */
export const OptimizePanel = () => {
  const board = useBoard();
  const follower = runFollowerOf(board);
  const state = useStore(follower.state);
  const [settings, setSettings] = useState(follower.settings);
  const change = (next: Settings): void => {
    follower.settings = next;
    setSettings(next);
  };
  const layer = useBoardState(({ layer: open }) => open);
  const layerKey = `${layer?.planning} ${layer?.workspace}`;
  useBoardState(({ connection, loading }) => `${connection} ${loading}`);
  useEffect(() => {
    void follower.look(layerKey);
  }, [follower, layerKey]);
  // The best plan so far is previewed while the panel is open; the final plan is previewed until it is kept or discarded.
  useEffect(() => {
    if (state.moves.length === 0 || state.phase !== 'running') return undefined;
    board.previews.pass({ key: `run ${state.run?.id}`, label: 'The best plan so far', moves: state.moves });
    return () => board.previews.pass(null);
  }, [board, state.moves, state.phase, state.run?.id]);

  if (layer?.change != null) {
    return (
      <p className={panelStyles.empty}>
        This is a past state. Go back to the present state, or to a draft, to optimize.
      </p>
    );
  }
  if (state.phase === 'running' || state.phase === 'ended') {
    return (
      <>
        <Progress state={state} />
        <Ending state={state} follower={follower} />
      </>
    );
  }
  return <Preparation state={state} follower={follower} settings={settings} onChange={change} />;
};

interface RunProps {
  readonly state: RunState;
  readonly follower: RunFollower;
}

/** Stops the run, or keeps or discards what it has found. */
const Ending = ({ state, follower }: RunProps) => {
  const board = useBoard();
  if (state.phase === 'running') {
    return (
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => void follower.stop()} disabled={state.run === null || board.isViewer()}>
          Stop
        </Button>
        <span className={styles.said}>The best plan so far is kept for review.</span>
      </div>
    );
  }
  if (state.moves.length > 0) {
    return (
      <Review
        key={state.run?.id}
        run={state.run?.id ?? ''}
        moves={state.moves}
        onKeep={(plan) => void follower.keep(plan)}
        onDiscard={() => follower.discard()}
      />
    );
  }
  return (
    <>
      <p className={styles.problem}>{endText(state)}</p>
      <div className={styles.buttons}>
        {isUnread(state) ? (
          <Button kind="primary" onClick={() => void follower.show(state.run)}>
            Try again
          </Button>
        ) : null}
        <Button kind="outlined" onClick={() => follower.discard()}>
          Discard
        </Button>
      </div>
    </>
  );
};

/** Whether the run has a plan that could not be read. */
const isUnread = (state: RunState): state is RunState & { readonly run: Run } =>
  state.run !== null && state.run.status !== 'FAILED' && state.problem !== '';

interface PreparationProps extends RunProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

/** Why nothing can be started, or what starting does. */
const hintOf = (isOnlyLooking: boolean, isNothing: boolean): string => {
  if (isOnlyLooking) return 'Viewers cannot start optimizations.';
  return isNothing ? 'Select operations on the board first.' : 'Nothing is written until you keep the plan.';
};

/** Sets what the next run may do, and starts it. */
const Preparation = ({ state, follower, settings, onChange }: PreparationProps) => {
  const board = useBoard();
  const { frontier, phase, problem } = state;
  const isAsking = phase === 'frontier';
  const isNothing = useBoardState(({ selection }) => settings.window === 'selected' && selection.length === 0);
  const isOnlyLooking = useBoardState(isViewer);
  const isDisabled = !board.mayEdit() || isAsking || isNothing;
  const hint = useId();
  const parameters = () => parametersOf(board, settings, board.clock.now() / 1000);
  return (
    <>
      <SettingsForm settings={settings} onChange={onChange} />
      <section className={panelStyles.section}>
        <h3>What moves are worth</h3>
        {frontier.length > 1 ? (
          <Frontier
            points={frontier}
            chosen={chosenPoint(frontier, settings.mostMoves)}
            onChoose={({ maxReassignments }) => onChange({ ...settings, mostMoves: maxReassignments })}
          />
        ) : (
          <p className={styles.said}>
            {isAsking ? 'Computing …' : 'How good the plan could be with 0, 1, 2, 5, 10 … moves.'}
          </p>
        )}
        <div className={panelStyles.actions}>
          {isAsking ? (
            <Button kind="outlined" onClick={() => void follower.stopFrontier()}>
              Stop
            </Button>
          ) : (
            <Button
              kind="outlined"
              aria-describedby={hint}
              disabled={isDisabled}
              onClick={() => void follower.findFrontier(parameters())}
            >
              {frontier.length > 1 ? 'Find out again' : 'Find out'}
            </Button>
          )}
        </div>
      </section>
      {problem === '' ? null : <p className={styles.problem}>{problem}</p>}
      <div className={styles.buttons}>
        <Button
          kind="primary"
          aria-describedby={hint}
          disabled={isDisabled}
          onClick={() => void follower.start(settings.solver, parameters())}
        >
          Start
        </Button>
        <span id={hint} className={styles.said}>
          {hintOf(isOnlyLooking, isNothing)}
        </span>
      </div>
      <Earlier onShow={(run) => void follower.show(run)} />
    </>
  );
};

const endText = (state: RunState): string => {
  const { run, problem } = state;
  if (run?.status === 'FAILED') return `It failed: ${problem === '' ? 'no reason was given.' : problem}`;
  if (isUnread(state)) return `Its plan cannot be shown now: ${problem}`;
  return 'No better plan than the present one was found.';
};

const Progress = ({ state }: { readonly state: RunState }) => {
  const { points, run, doing, phase } = state;
  const latest: Point | undefined = points.at(-1);
  const facts = [
    ['Conflicts', latest?.counts?.conflicts ?? '–'],
    ['No place', latest?.counts?.unassigned ?? '–'],
    ['Reassigned', latest?.counts?.reassigned ?? '–'],
    ['Gap', shownGap(latest?.gap ?? null)],
  ] as const;
  return (
    <>
      <section className={styles.chart}>
        <h3 className={panelStyles.listTitle}>
          {phase === 'running' ? `Running${doing === '' ? '' : `: ${doing}`}` : statusText(run)}
          <span>{run?.createdByName ?? ''}</span>
        </h3>
        <ScoreChart points={points} />
      </section>
      <FactList className={styles.facts} facts={facts} />
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Progress as numbers">
        <table className={styles.table} aria-label="Progress">
          <thead>
            <tr>
              <th scope="col">After</th>
              <th scope="col">Score</th>
              <th scope="col">Bound</th>
              <th scope="col">Conflicts</th>
              <th scope="col">Reassigned</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point, i) => (
              <tr key={points.length - i}>
                <td>{point.elapsedSeconds.toFixed(1)} s</td>
                <td>{whole(point.score)}</td>
                <td>{whole(point.bound)}</td>
                <td>{point.counts?.conflicts ?? '–'}</td>
                <td>{point.counts?.reassigned ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

const STATUS: Readonly<Record<Run['status'], string>> = {
  PENDING: 'Waiting',
  STARTING: 'Starting',
  RUNNING: 'Running',
  SUCCEEDED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Stopped',
};
const statusText = (run: Run | null): string => (run === null ? '' : STATUS[run.status]);

/** Lists earlier runs of all users, each of which can be shown again. */
const Earlier = ({ onShow }: { readonly onShow: (run: Run) => void }) => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const { data = [] } = useQuery({
    queryKey: ['runs', layer?.planning, layer?.workspace],
    queryFn: () =>
      dataOf(serviceOf(board).GET('/v1/plannings/{id}/optimization-task-results/', { params: planningOf(board) })),
    staleTime: 0,
  });
  const runs = data
    .filter((run) => !isFrontier(run) && run.workspace === (layer?.workspace ?? null))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, EARLIER);
  if (runs.length === 0) return null;
  return (
    <section>
      <h3 className={panelStyles.listTitle}>Earlier</h3>
      <ul aria-label="Earlier optimizations">
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" className={styles.run} onClick={() => onShow(run)}>
              <span>
                {momentAt(board.looks.zone(), Date.parse(run.createdAt) / 1000, board.clock.now() / 1000)}{' '}
                {run.createdByName ?? ''}
              </span>
              <span>
                {statusText(run)}
                {run.changeset === null ? '' : ', kept'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
