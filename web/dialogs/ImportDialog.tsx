import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../engine/messageOf.ts';
import { plural } from '../../engine/wording.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { mayPass } from '../server/mayPass.ts';
import type { Board } from '../shell/board.ts';
import { useBoard } from '../shell/boardContext.ts';
import styles from './dialogs.module.css';
import { Problem } from './Problem.tsx';
import { droppedFile, forgetDropped } from './dropped.ts';
import {
  type ImportPreview,
  NO_PLACE,
  type Place,
  previewDocument,
  previewUpload,
  problemsOf,
  type Recognized,
  recognize,
  type RowProblem,
} from './importFile.ts';
import { MappingStep } from './MappingStep.tsx';
import { PlaceForm } from './PlaceForm.tsx';

const FEW = 100;

/** What a file is, and what its import would do. */
const useImport = (file: File | null) => {
  const board = useBoard();
  const [what, setWhat] = useState<Recognized | null>(null);
  const [place, setPlace] = useState<Place>(NO_PLACE);
  const [mapping, setMapping] = useState<string | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [problems, setProblems] = useState<readonly RowProblem[]>([]);
  /** Why the service could not look at the file, or take it, at that moment; empty if nothing is wrong. */
  const [failure, setFailure] = useState('');
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  const refused = useCallback((error: unknown): void => {
    if (mayPass(error)) setFailure(messageOf(error));
    else setProblems(problemsOf(error));
  }, []);
  /** Runs something whose problems are shown, as long as the file is still the same. */
  const look = useCallback(
    <T,>(find: () => Promise<T>, take: (found: T) => void): (() => void) => {
      let isCurrent = true;
      setPreview(null);
      setProblems([]);
      setFailure('');
      find().then(
        (found) => isCurrent && take(found),
        (error: unknown) => isCurrent && refused(error),
      );
      return () => {
        isCurrent = false;
      };
    },
    [refused],
  );
  useEffect(() => {
    setWhat(null);
    setMapping(null);
    return file === null ? undefined : look(() => recognize(file), setWhat);
  }, [file, look]);
  useEffect(() => {
    if (what === null || (what.kind === 'columns' && mapping === null)) return undefined;
    return look(
      () => previewOf(board, what, place, mapping),
      (found) => {
        setPreview(found);
        setProblems(found.problems);
      },
    );
  }, [board, what, place, mapping, look, turn]);
  return { what, setPlace, setMapping, preview, problems, failure, refused, again };
};

const previewOf = (board: Board, what: Recognized, place: Place, mapping: string | null): Promise<ImportPreview> => {
  const said = Object.fromEntries(Object.entries(place).filter(([, text]) => text !== ''));
  if (what.kind === 'document') return previewDocument(board, what.document);
  if (what.kind === 'upload') return previewUpload(board, { ...what, query: what.hasPlace ? said : {} });
  return previewUpload(board, { ...what, type: 'text/csv', query: { mapping: mapping ?? '' } });
};

/** Previews the import of a planning document or a file of operations, with its problems. It is written only on request. */
export const ImportDialog = () => {
  const board = useBoard();
  const [file, setFile] = useState<File | null>(droppedFile);
  const { what, setPlace, setMapping, preview, problems, failure, refused, again } = useImport(file);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(forgetDropped, []);
  const write = async (): Promise<void> => {
    if (preview === null) return;
    setIsBusy(true);
    try {
      const imported = await preview.write(board);
      board.closeDialog();
      board.say(`${file?.name ?? 'The file'} is imported`);
      if (imported !== null) {
        await board.membership.loadPlannings();
        await board.open(imported);
      }
    } catch (error) {
      refused(error);
      setIsBusy(false);
    }
  };
  return (
    <Modal title="Import" isWide onClose={board.closeDialog}>
      <div className={styles.scroll}>
        <FileChoice file={file} onChoose={setFile} />
        {what?.kind === 'columns' ? (
          <MappingStep
            sample={what.sample}
            onReady={(said) => {
              setMapping(said);
              again();
            }}
          />
        ) : null}
        {what?.kind === 'upload' && what.hasPlace ? <PlaceForm onSaid={setPlace} /> : null}
        <Problem text={failure} />
        <Findings preview={preview} problems={problems} />
      </div>
      <div className={styles.buttons}>
        <Button onClick={board.closeDialog}>Cancel</Button>
        {preview === null && failure !== '' ? (
          <Button kind="primary" onClick={again}>
            Try again
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={preview === null || problems.length > 0}
            isBusy={isBusy}
            onClick={() => void write()}
          >
            Import
          </Button>
        )}
      </div>
    </Modal>
  );
};

/** What the import would do, or what is wrong with the file. */
const Findings = ({ preview, problems }: Pick<ReturnType<typeof useImport>, 'preview' | 'problems'>) => (
  <>
    {preview === null || problems.length > 0 ? null : <p className={styles.sum}>{preview.says}</p>}
    {problems.length === 0 ? null : (
      <Rows
        name="Problem"
        rows={problems}
        says={`${plural(problems.length, 'problem')}: correct the file, then import it again.`}
      />
    )}
    {preview === null || preview.warnings.length === 0 ? null : (
      <Rows
        name="Warning"
        rows={preview.warnings}
        says={`${plural(preview.warnings.length, 'warning')}: the file can be imported, but check these rows.`}
      />
    )}
  </>
);

interface FileChoiceProps {
  readonly file: File | null;
  readonly onChoose: (file: File | null) => void;
}

const FileChoice = ({ file, onChoose }: FileChoiceProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className={styles.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onChoose(event.dataTransfer.files[0] ?? null);
      }}
    >
      <input
        ref={input}
        type="file"
        aria-label="File"
        accept=".json,.csv,.tsv,.tab,.txt,.ndjson,.jsonl,.ssim,.ssi,.xml,.aidx"
        className="unseen"
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
      <strong>{file === null ? 'Drop a file here' : file.name}</strong>
      <Button kind="outlined" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className={styles.hint}>
        A planning document (JSON) becomes a new planning. Operations in CSV or lines of JSON, and schedules of airlines
        and ports (SSIM, AIDX, DCSA), are created, or updated when they were imported before.
      </p>
    </div>
  );
};

interface RowsProps {
  /** What each row is, such as `Problem`. */
  readonly name: string;
  readonly rows: readonly RowProblem[];
  readonly says: string;
}

const Rows = ({ name, rows, says }: RowsProps) => (
  <>
    <p className={styles.refused}>{says}</p>
    <table className={styles.problems} aria-label={`${name}s`}>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Member</th>
          <th scope="col">{name}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, FEW).map(({ row, path, message }) => (
          <tr key={`${row} ${path} ${message}`}>
            <th scope="row">{row === null ? 'File' : `Row ${row}`}</th>
            <td className={styles.member}>{path}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
