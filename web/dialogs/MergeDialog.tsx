import { useEffect, useId, useState } from 'react';
import { present } from '../../engine/present.ts';
import { memberOf } from '../../engine/recordOf.ts';
import { messageOf } from '../../engine/messageOf.ts';
import { plural } from '../../engine/wording.ts';
import { ServiceError } from '../../client/serviceError.ts';
import { dataOf } from '../../client/tidegate.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { entityName, recordText } from '../panels/diffs/describe.ts';
import { namesOf } from '../panels/diffs/names.ts';
import { authorOf } from '../panels/diffs/refusalText.ts';
import { withMoves } from '../panels/diffs/withMoves.ts';
import type { Schemas } from '../panels/service.ts';
import { once } from '../server/endpoints.ts';
import type { Board } from '../shell/board.ts';
import { useBoard } from '../shell/boardContext.ts';
import { deltaText } from '../timeline/model/numbers.ts';
import styles from './dialogs.module.css';
import { Problem } from './Problem.tsx';

type Preview = Schemas['MergePreview'];
type Clash = Preview['clashes'][number];
type Side = 'ours' | 'theirs';

const MEANWHILE = 'Somebody has changed the same thing in the meantime.';

const keyOf = ({ entity, id }: Clash): string => `${entity} ${id}`;

/** The version that is live; null where there is none. */
const liveVersion = ({ theirs }: Clash): string | null => {
  const version = memberOf(theirs, 'versionId');
  return typeof version === 'string' ? version : null;
};

/** What was chosen for a clash. It holds for the version that was live then. */
interface Choice {
  readonly side: Side;
  readonly basedOn: string | null;
}

const VERBS = {
  publish: { title: 'Publish', path: '/v1/workspaces/{id}/publish/', into: 'the live schedule', done: 'published' },
  rebase: { title: 'Rebase', path: '/v1/workspaces/{id}/rebase/', into: 'the draft', done: 'rebased' },
} as const;
type Verb = keyof typeof VERBS;

/** Whether something that was settled here does not clash any more, because somebody took a change back. */
const isSettledElsewhere = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'unknown_reference';

/** The known clashes, those that are still open as they are now, and the new ones. */
const updated = (known: readonly Clash[], told: readonly Clash[]): readonly Clash[] => {
  const now = new Map(told.map((clash) => [keyOf(clash), clash]));
  const kept = known.map((clash) => now.get(keyOf(clash)) ?? clash);
  return [...new Map([...kept, ...told].map((clash) => [keyOf(clash), clash])).values()];
};

/** What is chosen for clashes. A choice ends when the live side is no longer what it was made on. */
const useChoices = () => {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const sideOf = (clash: Clash): Side | null => {
    const choice = choices.get(keyOf(clash));
    return choice?.basedOn === liveVersion(clash) ? choice.side : null;
  };
  const settle = (clash: Clash, side: Side): void =>
    setChoices(new Map(choices).set(keyOf(clash), { side, basedOn: liveVersion(clash) }));
  const resolutionsOf = (clashes: readonly Clash[]) =>
    clashes.flatMap((clash) => {
      const strategy = sideOf(clash);
      const { entity, id } = clash;
      return strategy === null ? [] : [{ entity, id, strategy, basedOn: liveVersion(clash) }];
    });
  return { sideOf, settle, resolutionsOf, forget: () => setChoices(new Map()) };
};

/** What merging would do with what is settled so far. Clashes stay listed after they are settled. */
const usePreview = (path: (typeof VERBS)[Verb]['path'], workspace: string) => {
  const board = useBoard();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const { sideOf, settle, resolutionsOf, forget } = useChoices();
  const [problem, setProblem] = useState('');
  /** Whether the service did not preview what is settled now, so that the preview can be requested again. */
  const [isUnanswered, setIsUnanswered] = useState(false);
  const [turn, setTurn] = useState(0);
  const resolutions = resolutionsOf(clashes);
  const asked = JSON.stringify(resolutions);
  /** The clashes of now, none of them settled. */
  const startAnew = (): void => {
    setClashes([]);
    forget();
    setTurn((last) => last + 1);
  };
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      try {
        const body = { dryRun: true, resolutions };
        const told = await dataOf(board.service(null).POST(path, { params: { path: { id: workspace } }, body }));
        if (!isCurrent || !('clashes' in told)) return;
        setPreview(told);
        setIsUnanswered(false);
        setProblem((known) => (known === MEANWHILE ? known : ''));
        setClashes((known) => updated(known, told.clashes));
      } catch (error) {
        if (!isCurrent) return;
        if (isSettledElsewhere(error) && resolutions.length > 0) startAnew();
        else {
          setProblem(messageOf(error));
          setIsUnanswered(true);
        }
      }
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [asked, board, path, turn, workspace]);
  const again = (): void => {
    setIsUnanswered(false);
    setTurn(turn + 1);
  };
  /** Called when merging was refused. Clashes that came up since the preview are listed, to be settled like the others. */
  const refused = (error: unknown): void => {
    const isClash = error instanceof ServiceError && error.code === 'clash';
    const isGone = isSettledElsewhere(error);
    setProblem(isClash || isGone ? MEANWHILE : messageOf(error));
    if (isClash) setTurn(turn + 1);
    if (isGone) startAnew();
  };
  return { preview, clashes, sideOf, settle, resolutions, problem, refused, again: isUnanswered ? again : null };
};

/** A publication can be undone like a gesture. */
const rememberPublished = async (board: Board, change: string): Promise<void> => {
  await board.settled();
  board.editing?.remember('Publish the draft', change);
};

/** Previews merging a draft. Everything that both sides changed is settled one by one before anything is written. */
const MergeDialog = ({ verb }: { readonly verb: Verb }) => {
  const board = useBoard();
  const [isBusy, setIsBusy] = useState(false);
  const { title, path, into, done } = VERBS[verb];
  const layer = present(board.store.getState().layer);
  const workspace = present(layer.workspace);
  const { preview, clashes, sideOf, settle, resolutions, problem, refused, again } = usePreview(path, workspace);
  const open = clashes.length - resolutions.length;
  const merge = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const params = { path: { id: workspace }, header: once() };
      const merged = await dataOf(board.service(null).POST(path, { params, body: { resolutions } }));
      board.closeDialog();
      await board.open({ ...layer, workspace: verb === 'publish' ? null : workspace });
      board.say(`The draft is ${done}`);
      if (verb === 'publish' && 'id' in merged) await rememberPublished(board, merged.id);
    } catch (error) {
      refused(error);
      setIsBusy(false);
    }
  };
  return (
    <Modal title={title} isWide onClose={board.closeDialog}>
      <div className={styles.scroll}>
        <Problem text={problem} />
        {clashes.length === 0 ? null : (
          <p className={styles.hint}>
            {clashes.length === 1 ? 'One thing was' : `${clashes.length} things were`} changed here and in the live
            schedule. Choose which side stays.
          </p>
        )}
        {clashes.map((clash) => (
          <ClashChoice key={keyOf(clash)} clash={clash} side={sideOf(clash)} onChoose={(side) => settle(clash, side)} />
        ))}
        {preview === null ? null : (
          <p className={styles.sum}>{open > 0 ? `${open} still to be settled.` : sumOf(preview, into)}</p>
        )}
        {preview === null ? null : <Remaining {...preview} />}
      </div>
      <div className={styles.buttons}>
        <Button onClick={board.closeDialog}>Cancel</Button>
        {again === null ? (
          <Button kind="primary" disabled={open > 0} isBusy={preview === null || isBusy} onClick={() => void merge()}>
            {title}
          </Button>
        ) : (
          <Button kind="primary" onClick={again}>
            Try again
          </Button>
        )}
      </div>
    </Modal>
  );
};

/** What merging would change, as a sentence. */
const sumOf = ({ diffs, score }: Preview, into: string): string => {
  // The draft itself, which is then published, does not count.
  const written = withMoves(diffs).filter(({ entity }) => entity !== 'workspace').length;
  if (written === 0) return `Nothing is different: ${into} stays as it is.`;
  const change = score === null ? '' : `; score ${deltaText(score.delta)}`;
  return `${plural(written, 'record')} of ${into} would change${change}.`;
};

/** What has to be changed in the draft before it can be published, if there is something. */
const Remaining = ({ errors = [] }: Preview) => {
  const [first] = errors;
  if (first === undefined) return null;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return (
    <p className={styles.hint}>
      To be mended before the draft can be published: {first.message}
      {more}
    </p>
  );
};

interface ClashChoiceProps {
  readonly clash: Clash;
  readonly side: Side | null;
  readonly onChoose: (side: Side) => void;
}

const ClashChoice = ({ clash, side, onChoose }: ClashChoiceProps) => {
  const board = useBoard();
  const group = useId();
  const names = namesOf(board);
  const name = entityName(names, clash.entity, clash.id, clash.ours ?? clash.theirs ?? clash.base);
  const records = [clash.base, clash.ours, clash.theirs];
  const said = (record: unknown): string =>
    record === null ? 'deleted' : recordText(names, clash.fields, records, record) || 'as it was';
  const theirAuthor = authorOf(board, clash.theirs);
  const options: readonly (readonly [Side, string, unknown])[] = [
    ['ours', 'Mine', clash.ours],
    ['theirs', 'Theirs', clash.theirs],
  ];
  return (
    <fieldset className={styles.clash}>
      <legend>
        {name} <span>{clash.base === null ? 'was not there' : `was ${said(clash.base)}`}</span>
      </legend>
      <div role="radiogroup" aria-label={`${clash.entity} ${name}`} className={styles.sides}>
        {options.map(([value, label, record]) => (
          <label key={value} className={styles.side} data-chosen={side === value}>
            <input
              type="radio"
              name={group}
              aria-label={label}
              checked={side === value}
              onChange={() => onChoose(value)}
              className={styles.radio}
            />
            <strong>{label}</strong>
            <span>
              {said(record)}
              {value === 'theirs' && theirAuthor !== null ? ` · ${theirAuthor}` : ''}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

export const PublishDialog = () => <MergeDialog verb="publish" />;
export const RebaseDialog = () => <MergeDialog verb="rebase" />;
