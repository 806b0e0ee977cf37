import { useBoard } from '../../shell/boardContext.ts';
import { deltaText, wholeText } from '../../timeline/model/numbers.ts';
import type { Schemas } from '../service.ts';
import styles from './optimize.module.css';

type Metrics = Pick<Schemas['PlanningMetrics'], 'score' | 'rules' | 'conflicts' | 'unassigned'>;

const LEVELS = [
  ['conflicts', 'Conflicts'],
  ['unassigned', 'Without a place'],
  ['reassigned', 'Reassigned'],
  ['delay', 'Delay'],
] as const;

/** Compares the costs of two plans; rules with the same cost are left out. */
export const Compared = ({ before, after }: { readonly before: Metrics; readonly after: Metrics }) => {
  const board = useBoard();
  const rules = after.rules.flatMap(({ id, penalty, name }) => {
    const was = before.rules.find((rule) => rule.id === id)?.penalty ?? 0;
    return Math.abs(was - penalty) < 0.005
      ? []
      : [{ id, name: name || (board.document.tables.rules.get(id)?.kind ?? id), was, is: penalty }];
  });
  const rows = [
    ...LEVELS.map(([level, name]) => ({ id: level, name, was: before.score[level], is: after.score[level] })),
    ...rules,
  ].filter(({ was, is }) => was !== 0 || is !== 0);
  return (
    <table className={styles.table} aria-label="Before and after">
      <thead>
        <tr>
          <th scope="col">Costs</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, was, is }) => (
          <tr key={id}>
            <td>{name}</td>
            <td>{wholeText(was)}</td>
            <td>{wholeText(is)}</td>
            <td>{deltaText(is - was)}</td>
          </tr>
        ))}
        <tr>
          <td>
            <strong>Together</strong>
          </td>
          <td>{wholeText(before.score.total)}</td>
          <td>{wholeText(after.score.total)}</td>
          <td>
            <strong>{deltaText(after.score.total - before.score.total)}</strong>
          </td>
        </tr>
      </tbody>
    </table>
  );
};
