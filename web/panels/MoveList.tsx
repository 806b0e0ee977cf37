import { useBoard } from '../shell/boardContext.ts';
import type { Move } from '../planning/planEdit.ts';
import { moveText } from './moves.ts';
import styles from './panels.module.css';

/** What a strategy, a repair or a proposal would move, and where to. */
export const MoveList = ({ moves }: { readonly moves: readonly (Move & { readonly operation: string })[] }) => {
  const board = useBoard();
  return (
    <ul className={styles.moves}>
      {moves.map((move) => (
        <li key={`${move.operation} ${move.part}`}>
          <span>{board.operationName(move.operation)}</span>
          <span>{moveText(board, move)}</span>
        </li>
      ))}
    </ul>
  );
};
