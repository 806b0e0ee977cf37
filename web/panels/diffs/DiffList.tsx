import { memberOf } from '../../../engine/recordOf.ts';
import { Button } from '../../parts/Button.tsx';
import { useMemo, useState } from 'react';
import { useBoard } from '../../shell/boardContext.ts';
import { changedTexts, entityName, fieldText } from './describe.ts';
import styles from './diffs.module.css';
import { useNames } from './useNames.ts';
import { type Diff, operationIn, withMoves } from './withMoves.ts';

const FEW = 12;

const placeIn = (record: unknown): unknown => memberOf(record, 'parts');

interface DiffListProps {
  readonly diffs: readonly Diff[];
  /** The change that made them, whose state has the names of what is gone; null without one. */
  readonly change: string | null;
}

/** Lists differences by entity; clicking the name of an operation shows it. */
export const DiffList = ({ diffs: all, change }: DiffListProps) => {
  const board = useBoard();
  const names = useNames(all, change);
  const diffs = useMemo(() => withMoves(all), [all]);
  const [shows, setShows] = useState(FEW);
  const texts = (diff: Diff): readonly string[] => {
    if (diff.entity === 'assignment' && diff.action !== 'updated') {
      return [
        `place: ${fieldText(names, 'parts', placeIn(diff.before))} → ${fieldText(names, 'parts', placeIn(diff.after))}`,
      ];
    }
    return diff.action === 'updated' ? changedTexts(names, diff) : [diff.action];
  };
  const operationOf = (diff: Diff): string | null => {
    const id = diff.entity === 'operation' ? diff.id : operationIn(diff);
    return typeof id === 'string' && board.document.operation(id) !== undefined ? id : null;
  };
  return (
    <ul className={styles.list}>
      {diffs.slice(0, shows).map((diff) => {
        const name = entityName(names, diff.entity, diff.id, diff.after ?? diff.before);
        const operation = operationOf(diff);
        return (
          <li key={`${diff.entity} ${diff.id}`}>
            {operation === null ? (
              <strong>{name}</strong>
            ) : (
              <button
                type="button"
                className={styles.link}
                onClick={() => {
                  board.select([operation]);
                  board.timeline?.reveal(operation);
                }}
              >
                {name}
              </button>
            )}
            <span>{texts(diff).join('; ') || diff.entity}</span>
          </li>
        );
      })}
      {diffs.length > shows ? (
        <li>
          <Button onClick={() => setShows(shows + 200)}>{diffs.length - shows} more</Button>
        </li>
      ) : null}
    </ul>
  );
};
