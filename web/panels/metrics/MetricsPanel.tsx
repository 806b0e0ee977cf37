import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf } from '../../../client/tidegate.ts';
import { FactList } from '../../parts/FactList.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { Board } from '../../shell/board.ts';
import { useBoard, useBoardState, usePinnedPlan, useRevision } from '../../shell/boardContext.ts';
import { isReadable } from '../../shell/rights.ts';
import { percentText } from '../../../engine/wording.ts';
import { wholeText } from '../../timeline/model/numbers.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { clockAt, dayAt } from '../../timeline/model/ticks.ts';
import { virtualStateOf } from '../../planning/planEdit.ts';
import { Compared } from '../optimize/Compared.tsx';
import panelStyles from '../panels.module.css';
import { planningOf, type Schemas, serviceOf } from '../service.ts';
import { Bars, Columns, Trend } from './charts.tsx';
import styles from './metrics.module.css';
import { expectedByHour } from './overTheDay.ts';
import { Risk } from './Risk.tsx';

type Metrics = Schemas['PlanningMetrics'];

const FEW = 8;
const POINTS = 40;

/** The metrics of what is shown and of what it is compared with; undefined until they are here, or where there is nothing to compare with. */
const useMetrics = () => {
  const board = useBoard();
  const revision = useRevision();
  const layer = useBoardState((state) => state.layer);
  const change = layer?.change ?? null;
  const canRead = useBoardState(isReadable);
  const past = change === null ? {} : { change_id: change };
  const { data: metrics, error } = useQuery({
    queryKey: ['metrics', layer, change === null ? revision : 0],
    queryFn: () =>
      dataOf(
        serviceOf(board).GET('/v1/plannings/{id}/metrics/', { params: { ...planningOf(board), query: { ...past } } }),
      ),
    enabled: canRead,
    placeholderData: (known) => known,
  });
  const { data: live } = useQuery({
    queryKey: ['metrics', layer?.planning, 'mainline', revision],
    queryFn: () => dataOf(board.service(null).GET('/v1/plannings/{id}/metrics/', { params: planningOf(board) })),
    enabled: layer?.workspace != null,
  });
  const { data: history } = useQuery({
    queryKey: ['metrics history', layer?.planning, layer?.workspace, change === null ? revision : 0],
    queryFn: () =>
      dataOf(
        serviceOf(board).GET('/v1/plannings/{id}/metrics/history/', {
          params: { ...planningOf(board), query: { points: POINTS } },
        }),
      ),
    staleTime: 30_000,
    placeholderData: (known) => known,
    // The history takes the service longer, so the present metrics are requested first.
    enabled: canRead && metrics !== undefined,
  });
  const plan = usePinnedPlan();
  const { data: previewed } = useQuery({
    queryKey: ['metrics', layer, revision, plan?.key, plan?.moves.length],
    queryFn: () =>
      dataOf(
        serviceOf(board).POST('/v1/plannings/{id}/score/', {
          params: planningOf(board),
          body: { virtualState: virtualStateOf(board.previews.edit) },
        }),
      ),
    enabled: canRead && plan !== null,
  });
  return { metrics, error, live, history, previewed: plan === null ? undefined : previewed };
};

/** The rules with the largest penalties or rewards. */
const worstRules = ({ rules }: Metrics) =>
  rules
    .filter(({ penalty }) => penalty !== 0)
    .toSorted((a, b) => Math.abs(b.penalty) - Math.abs(a.penalty))
    .slice(0, FEW)
    .map(({ id, name, penalty }) => ({ id, label: name, value: penalty, text: wholeText(penalty) }));

const busiest = (board: Board, { utilization }: Metrics) =>
  utilization
    .toSorted((a, b) => b.ratio - a.ratio)
    .slice(0, FEW)
    .map(({ resource, ratio }) => ({
      id: resource,
      label: board.resourceName(resource),
      value: ratio,
      text: percentText(ratio),
    }));

/** The quality of the plan in charts: now, over the day, compared with the live schedule, over time, and under stress. */
export const MetricsPanel = () => {
  const board = useBoard();
  const layer = useBoardState((state) => state.layer);
  const conflicts = useBoardState((state) => state.conflicts);
  useBoardState((state) => state.timeMode);
  const isReady = useBoardState((state) => state.loading === 'ready');
  const { metrics, error, live, history = [], previewed } = useMetrics();
  if (metrics === undefined || !isReady) {
    if (error === null) return <Skeleton name="Computing metrics" />;
    return <p className={panelStyles.empty}>{error.message}</p>;
  }
  const zone = board.looks.zone();
  const rules = worstRules(metrics);
  const points = history.map(({ at, conflicts: { pairs } }) => ({ at: Date.parse(at) / 1000, value: pairs }));
  const timeText = (at: number): string => `${dayAt(zone, at)}, ${clockAt(zone, at)}`;
  return (
    <>
      <section className={panelStyles.section}>
        <Facts metrics={metrics} conflicts={conflicts} />
      </section>
      {conflicts.length === 0 ? null : <OverTheDay conflicts={conflicts} zone={zone} />}
      {previewed === undefined ? null : (
        <Section title="Now and in the preview">
          <Compared before={metrics} after={previewed.metrics} />
        </Section>
      )}
      {live === undefined ? null : (
        <Section title="Live and this draft">
          <Compared before={live} after={metrics} />
        </Section>
      )}
      {layer?.change == null ? <Risk key={`${layer?.planning} ${layer?.workspace}`} /> : null}
      {metrics.utilization.length === 0 ? null : (
        <Section title="Busiest" of={`of ${metrics.utilization.length}`}>
          <Bars name="Utilization" bars={busiest(board, metrics)} color="var(--blue)" />
        </Section>
      )}
      {rules.length === 0 ? null : (
        <Section title="Rules" of="penalty">
          <Bars name="Penalties by rule" bars={rules} color="var(--amber)" />
        </Section>
      )}
      {points.length < 2 ? null : (
        <Section title="Conflicts over time">
          <Trend name="Conflicts over time" points={points} timeText={timeText} />
        </Section>
      )}
    </>
  );
};

interface SectionProps {
  readonly title: string;
  /** What the title is of, in a weaker color. */
  readonly of?: string;
  readonly children: ReactNode;
}

const Section = ({ title, of, children }: SectionProps) => (
  <section className={panelStyles.section}>
    <h3>
      {title} {of === undefined ? null : <span>{of}</span>}
    </h3>
    {children}
  </section>
);

interface OverTheDayProps {
  readonly conflicts: readonly ConflictMark[];
  readonly zone: string;
}

const OverTheDay = ({ conflicts, zone }: OverTheDayProps) => {
  const { hours, columns, labels } = expectedByHour(conflicts, zone);
  const by = hours === 1 ? 'by hour' : hours === 24 ? 'by day' : `by ${hours} hours`;
  return (
    <Section title="Expected conflicts" of={by}>
      <Columns name={`Expected conflicts ${by}`} columns={columns} labels={labels} color="var(--red)" />
    </Section>
  );
};

interface FactsProps {
  readonly metrics: Metrics;
  readonly conflicts: readonly ConflictMark[];
}

const Facts = ({ metrics, conflicts }: FactsProps) => {
  const areKnown = useBoardState((state) => state.areConflictsKnown);
  const { utilization, unassigned, score, reassignments } = metrics;
  const mean = utilization.reduce((sum, { ratio }) => sum + ratio, 0) / Math.max(1, utilization.length);
  const facts = [
    // As the service and the assistant count them: also what is only near each other and may overlap.
    ['Expected', metrics.conflicts.expectedPairs.toFixed(1)],
    ['No place', unassigned],
    ['Score', wholeText(score.total)],
    ['Moves', reassignments],
    ['In use', percentText(mean)],
  ] as const;
  return (
    <FactList className={styles.facts} facts={facts}>
      <div>
        <dt>Conflicts</dt>
        <dd data-kind={conflicts.length > 0 ? 'conflict' : undefined}>{areKnown ? conflicts.length : '…'}</dd>
      </div>
    </FactList>
  );
};
