import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { durationText, percentText } from '../../../engine/wording.ts';
import { dataOf } from '../../../client/tidegate.ts';
import { Button } from '../../parts/Button.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { Board } from '../../shell/board.ts';
import type { Ghost } from '../../timeline/paint/look.ts';
import panelStyles from '../panels.module.css';
import { planningOf, type Schemas, serviceOf } from '../service.ts';
import { Columns } from './charts.tsx';
import styles from './metrics.module.css';

type Stress = Schemas['Stress'];
type Gap = Stress['buffers'][number];

const FEW = 8;
const TINTED = 40;
const MOST_COLUMNS = 24;

const minutesOf = ({ extraSeconds }: Gap): number => Math.ceil(extraSeconds / 60);

/** The gap between two operations on their resource; null when they are no longer both there. */
const placeOf = (
  board: Board,
  { resource, before, after }: Gap,
): { readonly from: number; readonly to: number } | null => {
  const on = (id: string) => board.scene.barsOfOperation(id).find(({ bar }) => bar.resource === resource);
  const [left, right] = [on(before), on(after)];
  if (left === undefined || right === undefined) return null;
  return { from: Math.min(left.right, right.left), to: Math.max(left.right, right.left) };
};

const tintsOf = (board: Board, { buffers, operations }: Stress): readonly Ghost[] => [
  ...buffers.slice(0, TINTED).flatMap((gap): Ghost[] => {
    const place = placeOf(board, gap);
    return place === null ? [] : [{ ...place, resource: gap.resource, name: `+${minutesOf(gap)}`, kind: 'gap' }];
  }),
  ...operations
    .slice(0, FEW)
    .flatMap(({ operation }) =>
      board.scene
        .barsOfOperation(operation)
        .map(
          ({ bar, left, right }): Ghost => ({ resource: bar.resource, from: left, to: right, name: '', kind: 'gap' }),
        ),
    ),
];

/** Whether hard rules make conflicts of what does not overlap. */
const countsMore = ({ document }: Board): boolean =>
  [...document.tables.rules.values()].some(
    ({ kind, hard, enabled }) => hard === true && enabled !== false && (kind === 'buffer' || kind === 'adjacency'),
  );

/** Samples the uncertain times a thousand times, and shows where the plan breaks first and which gaps would have to grow. */
export const Risk = () => {
  const board = useBoard();
  const { data, mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      dataOf(
        serviceOf(board).POST('/v1/plannings/{id}/stress/', { params: planningOf(board), body: { samples: 1000 } }),
      ),
    onSuccess: (stress) => {
      board.looks.tint(tintsOf(board, stress));
      board.say(`Stress test: ${stress.conflicts.mean.toFixed(1)} conflicts on average.`);
    },
  });
  useEffect(() => () => board.looks.tint([]), [board]);
  const section = useRef<HTMLElement>(null);
  const isAsked = useBoardState(({ stressAskedOf, layer }) => stressAskedOf !== null && stressAskedOf === layer);
  useEffect(() => {
    if (!isAsked) return;
    board.store.setState({ stressAskedOf: null });
    section.current?.scrollIntoView();
    if (!isPending) mutate();
  }, [board, isAsked, isPending, mutate]);
  return (
    <section ref={section} className={panelStyles.section} aria-label="Risk">
      <h3>Risk</h3>
      {data === undefined ? (
        <p className={styles.said}>How well the plan copes when its uncertain times turn out differently.</p>
      ) : (
        <Outcome stress={data} />
      )}
      {error === null ? null : <p className={styles.said}>{error.message}</p>}
      <div className={panelStyles.actions}>
        <Button kind="outlined" isBusy={isPending} onClick={() => mutate()}>
          {isPending ? 'Computing …' : data === undefined ? 'Stress test' : 'Again'}
        </Button>
      </div>
    </section>
  );
};

/** How many labels the axis has room for. */
const MOST_LABELS = 8;

/** How many of the trials have how many conflicts, in a limited number of columns. */
const columnsOf = ({ conflicts, histogram }: Stress) => {
  const step = Math.max(1, Math.ceil((conflicts.max - conflicts.min + 1) / MOST_COLUMNS));
  const byColumn = Map.groupBy(histogram, (bin) => Math.floor((bin.conflicts - conflicts.min) / step));
  const length = Math.floor((conflicts.max - conflicts.min) / step) + 1;
  const columns = Array.from({ length }, (_, i) => ({
    label: String(conflicts.min + i * step),
    value: (byColumn.get(i) ?? []).reduce((sum, bin) => sum + bin.samples, 0),
  }));
  const every = Math.ceil(length / MOST_LABELS);
  const labels = columns.flatMap(({ label }, column) => (column % every === 0 ? [{ column, text: label }] : []));
  return { columns, labels };
};

const Outcome = ({ stress }: { readonly stress: Stress }) => {
  const board = useBoard();
  const { conflicts, samples, buffers, operations } = stress;
  const showGap = (gap: Gap): void => {
    const place = placeOf(board, gap);
    board.select([gap.before, gap.after]);
    if (place !== null) board.timeline?.revealPlaces([{ ...place, resource: gap.resource }]);
  };
  const showOperation = (operation: string): void => {
    board.select([operation]);
    board.timeline?.reveal(operation);
  };
  return (
    <>
      <p className={styles.said}>
        {conflicts.mean.toFixed(1)} conflicts on average; {conflicts.p05} to {conflicts.p95} in nine of ten of {samples}{' '}
        trials.
        {countsMore(board)
          ? ' Unlike Expected, which counts overlaps, this also counts gaps shorter than a hard buffer, and neighbors that a hard rule forbids.'
          : ''}
      </p>
      <Columns name="Trials by their number of conflicts" {...columnsOf(stress)} color="var(--amber)" />
      <h4 className={styles.sub}>Gaps that would help most, longer by</h4>
      <ul aria-label="Weakest gaps">
        {buffers.slice(0, FEW).map((gap) => (
          <li key={`${gap.before} ${gap.after}`}>
            <button type="button" className={styles.gap} onClick={() => showGap(gap)}>
              <span>
                {board.operationName(gap.before)} · {board.operationName(gap.after)}
              </span>
              <small>
                {board.resourceName(gap.resource)}, breaks {percentText(gap.probability)}
              </small>
              <b className={styles.mend}>{durationText(60 * minutesOf(gap))}</b>
            </button>
          </li>
        ))}
      </ul>
      <h4 className={styles.sub}>Weakest operations</h4>
      <ul aria-label="Weakest operations">
        {operations.slice(0, FEW).map(({ operation, part, resource, probability, meanConflicts }) => (
          <li key={`${operation} ${part}`}>
            <button type="button" className={styles.gap} onClick={() => showOperation(operation)}>
              <span>{board.operationName(operation)}</span>
              <small>
                {board.resourceName(resource)}, {meanConflicts.toFixed(1)} conflicts on average
              </small>
              <b className={styles.mend}>{percentText(probability)}</b>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
