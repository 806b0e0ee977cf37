import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../client/tidegate.ts';
import { FactList } from '../parts/FactList.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { type Repair, STATUS_TEXT } from '../panels/conflicts/repairs.ts';
import metricsStyles from '../panels/metrics/metrics.module.css';
import { planningOf, type Schemas } from '../panels/service.ts';
import { useBoard } from '../shell/boardContext.ts';
import type { Board } from '../shell/board.ts';
import { clockAt, dayAt } from '../timeline/model/ticks.ts';
import styles from './repair.module.css';

type Balance = Schemas['RepairBalance'];

const MOST_REFUSED = 50;

const load = async (board: Board): Promise<{ readonly balance: Balance; readonly refused: readonly Repair[] }> => {
  const { path } = planningOf(board);
  const live = board.service(null);
  const balance = await dataOf(live.GET('/v1/plannings/{id}/repair-balance/', { params: { path } }));
  const query = { state: 'refused', since: balance.since, limit: MOST_REFUSED } as const;
  return { balance, refused: await dataOf(live.GET('/v1/plannings/{id}/repairs/', { params: { path, query } })) };
};

/** What the standing repair has done since yesterday at this time. */
export const RepairBalanceDialog = () => {
  const board = useBoard();
  // The query key begins with that of the repairs, so that both are read again together.
  const { data, error } = useQuery({
    queryKey: ['repairs', board.store.getState().layer?.planning ?? '', 'balance'],
    queryFn: () => load(board),
    placeholderData: (known) => known,
  });
  return (
    <Modal title="The day’s balance" isWide onClose={board.closeDialog}>
      {data === undefined ? (
        error === null ? (
          <Skeleton name="Adding up" />
        ) : (
          <p className={styles.scroll}>{error.message}</p>
        )
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="What the standing repair did">
          <Summary balance={data.balance} />
          <Hours hours={data.balance.hours} />
          <Refused refused={data.refused} />
        </div>
      )}
    </Modal>
  );
};

const Summary = ({ balance }: { readonly balance: Balance }) => {
  const { mode, paused, caughtUp, applied, moves, undone, open, stale, refused, conflictMinutesAvoided } = balance;
  const board = useBoard();
  const zone = board.looks.zone();
  const since = Date.parse(balance.since) / 1000;
  const { median, p95 } = balance.latencyMs;
  const facts: readonly (readonly [string, string])[] = [
    ['Applied', String(applied)],
    ['Moves', String(moves)],
    ['Conflict minutes avoided', String(conflictMinutesAvoided)],
    ['Waiting for you', String(open)],
    ['Refused', String(refused)],
    ['Went stale', String(stale)],
  ];
  return (
    <>
      <p className={paused === null ? styles.said : styles.paused}>
        {STATUS_TEXT[paused === null ? mode : 'paused']} {paused === null ? '' : `: ${paused} `}· since{' '}
        {dayAt(zone, since)}, {clockAt(zone, since)}
        {caughtUp ? '' : ' · not all changes are handled yet'}
      </p>
      <FactList className={metricsStyles.facts} facts={facts} />
      <p className={styles.said}>
        {undone === 0 ? 'No repair was undone.' : `${undone} of the applied repairs were undone by a person.`}
        {median === null || p95 === null
          ? ''
          : ` Half of the repairs were found within ${seconds(median)} s after the change, 95 % within ${seconds(p95)} s.`}
      </p>
    </>
  );
};

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const COLUMNS = [
  ['proposed', 'Proposed'],
  ['applied', 'Applied'],
  ['moves', 'Moves'],
  ['refused', 'Refused'],
  ['stale', 'Stale'],
  ['conflictMinutesAvoided', 'Minutes avoided'],
] as const satisfies readonly (readonly [keyof Schemas['RepairHour'], string])[];

const Hours = ({ hours }: { readonly hours: Balance['hours'] }) => {
  const board = useBoard();
  const zone = board.looks.zone();
  if (hours.length === 0) return <p className={styles.said}>Nothing was proposed within this time.</p>;
  return (
    <table className={styles.table} aria-label="By hour">
      <thead>
        <tr>
          <th scope="col">From</th>
          {COLUMNS.map(([member, title]) => (
            <th key={member} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour.startAt}>
            <th scope="row">{clockAt(zone, Date.parse(hour.startAt) / 1000)}</th>
            {COLUMNS.map(([member]) => (
              <td key={member}>{hour[member]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Refused = ({ refused }: { readonly refused: readonly Repair[] }) =>
  refused.length === 0 ? null : (
    <>
      <h3 className={styles.heading}>Refused</h3>
      <ul aria-label="Refused repairs">
        {refused.map(({ id, explanation, reason }) => (
          <li key={id} className={styles.refused}>
            <span>{explanation}</span>
            <span>{reason === null ? 'Without a reason.' : `“${reason}”`}</span>
          </li>
        ))}
      </ul>
    </>
  );
