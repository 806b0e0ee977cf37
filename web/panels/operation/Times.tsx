import { useState } from 'react';
import { parseInstant } from '../../../engine/instance/instant.ts';
import type { DocumentTask } from '../../../engine/instance/planningDocument.ts';
import type { Operation } from '../../../client/planningTables.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { isEditable } from '../../shell/rights.ts';
import styles from '../panels.module.css';
import { readTime } from './readTime.ts';

type Side = 'inboundTask' | 'outboundTask';

const TITLES: Readonly<Record<Side, string>> = { inboundTask: 'In', outboundTask: 'Out' };

interface EditProps {
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly isDisabled: boolean;
  /** Writes the value and resolves with whether it was written, or returns why it cannot be used. */
  readonly onCommit: (value: string) => Promise<boolean> | string;
}

/** A text field that is committed on blur or Enter; Escape restores the value. What was not written stays, so that it need not be typed again. */
const Edited = ({ name, value, hint, isDisabled, onCommit }: EditProps) => {
  const board = useBoard();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = draft !== null && draft !== value && draft.trim() !== '';
  const type = (text: string | null): void => {
    setDraft(text);
    setProblem(null);
  };
  const commit = (): void => {
    if (!isChanged) return type(null);
    if (!board.mayEdit()) return board.say(`${name}: not saved. Nothing can be changed until the connection is back.`);
    const written = onCommit(draft);
    if (typeof written === 'string') {
      setProblem(written);
      return board.say(`${written} Type ${hint}.`);
    }
    type(null);
    void written.then((isWritten) => isWritten || setDraft((typed) => typed ?? draft));
  };
  return (
    <input
      className={styles.input}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={name}
      aria-invalid={problem !== null}
      title={problem === null ? hint : `${problem} Type ${hint}.`}
      value={draft ?? value}
      disabled={isDisabled}
      onChange={({ target }) => type(target.value)}
      // The login over the board takes the focus for a while.
      onBlur={() => board.store.getState().session === 'ended' || commit()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        else if (key === 'Escape') type(null);
      }}
    />
  );
};

interface EditedTimeProps {
  readonly operation: string;
  readonly side: Side;
  readonly task: DocumentTask;
}

const useTaskEdit = ({ operation, side, task }: EditedTimeProps) => {
  const board = useBoard();
  const write = (what: string, change: Partial<DocumentTask>): Promise<boolean> => {
    const label = `${what} of ${board.operationName(operation)}`;
    return board.actions.edit(label, () => ({ operations: [{ id: operation, [side]: change }] }));
  };
  return { board, write, isDisabled: !useBoardState(isEditable) || task.actualTime != null };
};

const ExpectedTime = (props: EditedTimeProps) => {
  const { side, task } = props;
  const { board, write, isDisabled } = useTaskEdit(props);
  const times = board.looks.times();
  const before = parseInstant(task.expectedTime) / 1000;
  return (
    <Edited
      name={`Expected ${TITLES[side].toLowerCase()}`}
      hint="9:05, a day before it (Fri 9:05, 4 Nov 9:05), or minutes (+15, -10)"
      value={times.at(before)}
      isDisabled={isDisabled}
      onCommit={(text) => {
        const at = readTime(text, times.zone, before);
        if (at === null) return `“${text}” is not a time.`;
        const expectedTime = new Date(at * 1000).toISOString();
        return write('Expected time', { expectedTime, expectedTimesSource: 'manual' });
      }}
    />
  );
};

const Delay = (props: EditedTimeProps) => {
  const { side, task } = props;
  const { write, isDisabled } = useTaskEdit(props);
  return (
    <Edited
      name={`Delay ${TITLES[side].toLowerCase()}`}
      hint="minutes, such as 15"
      value={String(Math.round((task.imposedDelayInSeconds ?? 0) / 60))}
      isDisabled={isDisabled}
      onCommit={(text) => {
        const seconds = Math.round(Number(text) * 60);
        if (!Number.isSafeInteger(seconds)) return `“${text}” is not a number of minutes.`;
        return write('Delay', { imposedDelayInSeconds: seconds });
      }}
    />
  );
};

/** The times of both tasks. Expected times and imposed delays can be edited. */
export const Times = ({ operation }: { readonly operation: Operation }) => {
  const times = useBoard().looks.times();
  const sides: readonly Side[] = ['inboundTask', 'outboundTask'];
  const shown = (text: string | null | undefined): string => (text == null ? '–' : times.at(parseInstant(text) / 1000));
  const row = (title: string, cell: (task: DocumentTask, side: Side) => React.ReactNode) => (
    <tr>
      <th scope="row">{title}</th>
      {sides.map((side) => {
        const task = operation[side];
        return <td key={side}>{task === null ? '–' : cell(task, side)}</td>;
      })}
    </tr>
  );
  return (
    <section className={styles.section}>
      <table className={styles.times} aria-label="Times">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Time</span>
            </th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {TITLES[side]} {operation[side]?.taskName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row('Scheduled', (task) => shown(task.scheduledTime ?? task.plannedTime))}
          {row('Expected', (task, side) => (
            <ExpectedTime operation={operation.id} side={side} task={task} />
          ))}
          {row('5–95 %', (task) =>
            task.expectedTimeP05 == null
              ? '–'
              : times.span(
                  parseInstant(task.expectedTimeP05) / 1000,
                  parseInstant(task.expectedTimeP95 ?? task.expectedTimeP05) / 1000,
                ),
          )}
          {row('Delay', (task, side) => (
            <Delay operation={operation.id} side={side} task={task} />
          ))}
          {row('Actual', (task) => shown(task.actualTime))}
        </tbody>
      </table>
    </section>
  );
};
