import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../client/tidegate.ts';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useBoard, useBoardState, useRevision } from '../../shell/boardContext.ts';
import { clockAt, dayAt } from '../../timeline/model/ticks.ts';
import { virtualStateOf } from '../../planning/planEdit.ts';
import { Compared } from '../optimize/Compared.tsx';
import panelStyles from '../panels.module.css';
import { planningOf, serviceOf } from '../service.ts';
import { Bars, Columns, Trend } from './charts.tsx';
import styles from './metrics.module.css';
import { expectedByHour } from './overTheDay.ts';
import { Risk } from './Risk.tsx';

const FEW = 8;
const POINTS = 40;
const whole = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ');

/** The quality of the plan in charts: now, over the day, compared with the live schedule, over time, and under stress. */
export const MetricsPanel = () => {
  const board = useBoard();
  const revision = useRevision();
  const layer = useBoardState((state) => state.layer);
  const conflicts = useBoardState((state) => state.conflicts);
  useBoardState((state) => state.timeMode);
  const isReady = useBoardState((state) => state.loading === 'ready');
  const change = layer?.change ?? null;
  const past = change === null ? {} : { change_id: change };
  const { data: metrics, error } = useQuery({
    queryKey: ['metrics', layer, change === null ? revision : 0],
    queryFn: () =>
      dataOf(
        serviceOf(board).GET('/v1/plannings/{id}/metrics/', { params: { ...planningOf(board), query: { ...past } } }),
      ),
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
    enabled: metrics !== undefined,
  });
  const plan = useBoardState(({ preview }) => (preview?.isPinned === true ? preview.plan : null));
  const { data: previewed } = useQuery({
    queryKey: ['metrics', layer, revision, plan?.key, plan?.moves.length],
    queryFn: () =>
      dataOf(
        serviceOf(board).POST('/v1/plannings/{id}/score/', {
          params: planningOf(board),
          body: { virtualState: virtualStateOf(board.previews.edit) },
        }),
      ),
    enabled: plan !== null,
  });
  if (metrics === undefined || !isReady) {
    if (error === null) return <Skeleton name="Computing metrics" />;
    return <p className={panelStyles.empty}>{error.message}</p>;
  }
  const zone = board.looks.zone();
  const expected = conflicts.reduce((sum, { probability }) => sum + probability, 0);
  const rules = metrics.rules
    .filter(({ penalty }) => penalty !== 0)
    .toSorted((a, b) => Math.abs(b.penalty) - Math.abs(a.penalty))
    .slice(0, FEW)
    .map(({ id, name, penalty }) => ({ id, label: name, value: penalty, text: whole(penalty) }));
  const busiest = metrics.utilization
    .toSorted((a, b) => b.ratio - a.ratio)
    .slice(0, FEW)
    .map(({ resource, ratio }) => ({
      id: resource,
      label: board.resourceName(resource),
      value: ratio,
      text: `${Math.round(100 * ratio)} %`,
    }));
  const mean = metrics.utilization.reduce((sum, { ratio }) => sum + ratio, 0) / Math.max(1, metrics.utilization.length);
  const points = (history ?? []).map(({ at, conflicts: { pairs } }) => ({ at: Date.parse(at) / 1000, value: pairs }));
  const timeText = (at: number): string => `${dayAt(zone, at)}, ${clockAt(zone, at)}`;
  return (
    <>
      <section className={panelStyles.section}>
        <dl className={styles.facts}>
          <div>
            <dt>Conflicts</dt>
            <dd data-kind={conflicts.length > 0 ? 'conflict' : undefined}>{conflicts.length}</dd>
          </div>
          <div>
            <dt>Expected</dt>
            <dd>{expected.toFixed(1)}</dd>
          </div>
          <div>
            <dt>No place</dt>
            <dd>{metrics.unassigned}</dd>
          </div>
          <div>
            <dt>Score</dt>
            <dd>{whole(metrics.score.total)}</dd>
          </div>
          <div>
            <dt>Moves</dt>
            <dd>{metrics.reassignments}</dd>
          </div>
          <div>
            <dt>In use</dt>
            <dd>{Math.round(100 * mean)} %</dd>
          </div>
        </dl>
      </section>
      {conflicts.length === 0 ? null : (
        <section className={panelStyles.section}>
          <h3>
            Expected conflicts <span>by hour</span>
          </h3>
          <Columns name="Expected conflicts by hour" columns={expectedByHour(conflicts, zone)} color="var(--red)" />
        </section>
      )}
      {plan === null || previewed === undefined ? null : (
        <section className={panelStyles.section}>
          <h3>Now and in the preview</h3>
          <Compared before={metrics} after={previewed.metrics} />
        </section>
      )}
      {live === undefined ? null : (
        <section className={panelStyles.section}>
          <h3>Live and this draft</h3>
          <Compared before={live} after={metrics} />
        </section>
      )}
      {change === null ? <Risk key={`${layer?.planning} ${layer?.workspace}`} /> : null}
      <section className={panelStyles.section}>
        <h3>
          Busiest <span>of {metrics.utilization.length}</span>
        </h3>
        <Bars name="Utilization" bars={busiest} color="var(--blue)" />
      </section>
      {rules.length === 0 ? null : (
        <section className={panelStyles.section}>
          <h3>
            Rules <span>penalty</span>
          </h3>
          <Bars name="Penalties by rule" bars={rules} color="var(--amber)" />
        </section>
      )}
      {points.length < 2 ? null : (
        <section className={panelStyles.section}>
          <h3>Conflicts over time</h3>
          <Trend name="Conflicts over time" points={points} timeText={timeText} />
        </section>
      )}
    </>
  );
};
