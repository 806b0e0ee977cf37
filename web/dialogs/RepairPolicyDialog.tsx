import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '../../engine/messageOf.ts';
import { present } from '../../engine/present.ts';
import { recordOf } from '../../engine/recordOf.ts';
import { ServiceError } from '../../client/serviceError.ts';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Modal } from '../parts/Modal.tsx';
import partStyles from '../parts/parts.module.css';
import { Skeleton } from '../parts/Skeleton.tsx';
import { openRepairDialog, type RepairPolicy, useStandingRepair, writePolicy } from '../panels/conflicts/repairs.ts';
import { useBoard } from '../shell/boardContext.ts';
import { byLabel, Checks } from './Checks.tsx';
import styles from './repair.module.css';

const MODES = [
  { value: 'off', label: 'Off' },
  { value: 'propose', label: 'Propose', note: 'you apply or refuse' },
  { value: 'apply', label: 'Apply', note: 'written at once' },
] as const;

interface Limit {
  readonly member:
    | 'probabilityThreshold'
    | 'maxMoves'
    | 'maxMovesPerOperationAndHour'
    | 'maxLoss'
    | 'freezeMinutes'
    | 'horizonMinutes'
    | 'implausibleShare';
  readonly label: string;
  readonly unit: string;
  /** A share, of which the form has percent, and the least percent of it. The policy has a number of at most 1. */
  readonly leastPercent?: number;
  /** What an empty field means; if absent, the field must not be empty. */
  readonly empty?: string;
}

const LIMITS: readonly Limit[] = [
  { member: 'probabilityThreshold', label: 'Repair conflicts of at least', unit: '%', leastPercent: 0 },
  { member: 'maxMoves', label: 'Moves in one repair, at most', unit: 'moves' },
  { member: 'maxMovesPerOperationAndHour', label: 'Moves of one operation in an hour, at most', unit: 'moves' },
  { member: 'freezeMinutes', label: 'Do not move what arrives within', unit: 'min' },
  { member: 'horizonMinutes', label: 'Only conflicts within the next', unit: 'min', empty: 'any' },
  { member: 'maxLoss', label: 'Largest loss of score accepted', unit: 'weight units', empty: 'any' },
  {
    member: 'implausibleShare',
    label: 'Pause when this much is delayed at once',
    unit: '% of the day',
    leastPercent: 1,
  },
];

/** The factor from the number in the policy to the one in the form. */
const timesOf = ({ leastPercent }: Limit): number => (leastPercent === undefined ? 1 : 100);

type Draft = Readonly<Record<Limit['member'], string>> &
  Pick<RepairPolicy, 'mode' | 'operationTags' | 'resourceTags' | 'resources'>;

const draftOf = (policy: RepairPolicy): Draft => {
  const texts = recordOf(
    LIMITS.map(({ member }) => member),
    (member, i) => {
      const value = policy[member];
      return value === null ? '' : String(Math.round(value * timesOf(present(LIMITS[i])) * 1e6) / 1e6);
    },
  );
  const { mode, operationTags, resourceTags, resources } = policy;
  return { ...texts, mode, operationTags, resourceTags, resources };
};

/** What is wrong with each field, by member; `other` has what concerns no single field. */
type Problems = Readonly<Record<string, string>>;

const problemsOf = (error: unknown): Problems => {
  if (!(error instanceof ServiceError) || error.errors.length === 0) return { other: messageOf(error) };
  return Object.fromEntries(error.errors.map(({ path, message }) => [path.replace(/[.[].*$/, ''), message]));
};

/** What is wrong with a number that is typed; undefined if it can be sent. The service knows the limits of all numbers, but not of percent. */
const problemOf = (text: string, { leastPercent, empty }: Limit): string | undefined => {
  if (text === '') return empty === undefined ? 'must be a number' : undefined;
  const value = numberOf(text);
  if (!Number.isFinite(value)) return 'must be a number';
  if (leastPercent === undefined) return undefined;
  if (value < leastPercent) return `must be at least ${leastPercent}`;
  return value > 100 ? 'must be at most 100' : undefined;
};

/** The number in a field, also with a decimal comma. */
const numberOf = (text: string): number => Number(text.replace(',', '.'));

/** The policy in the form. Throws for fields that are empty and must not be. */
const policyOf = (draft: Draft): { readonly policy: Partial<RepairPolicy> } | { readonly problems: Problems } => {
  const problems: Record<string, string> = {};
  const numbers = LIMITS.map((limit): readonly [string, number | null] => {
    const text = draft[limit.member].trim();
    const problem = problemOf(text, limit);
    if (problem !== undefined) problems[limit.member] = problem;
    return [limit.member, text === '' ? null : numberOf(text) / timesOf(limit)];
  });
  if (Object.keys(problems).length > 0) return { problems };
  const { mode, operationTags, resourceTags, resources } = draft;
  return { policy: { ...Object.fromEntries(numbers), mode, operationTags, resourceTags, resources } };
};

/** Sets what the standing repair may do. */
export const RepairPolicyDialog = () => {
  const board = useBoard();
  const { standing, problem, reload } = useStandingRepair();
  return (
    <Modal title="Limits of the standing repair" isWide onClose={board.closeDialog}>
      {standing === undefined ? (
        problem === null ? (
          <Skeleton name="Loading the limits" />
        ) : (
          <p className={styles.scroll}>{problem}</p>
        )
      ) : (
        <PolicyForm
          policy={standing.policy}
          onClose={board.closeDialog}
          onWritten={() => {
            reload();
            board.closeDialog();
          }}
        />
      )}
    </Modal>
  );
};

interface PolicyFormProps {
  readonly policy: RepairPolicy;
  readonly onClose: () => void;
  readonly onWritten: () => void;
}

const PolicyForm = ({ policy, onClose, onWritten }: PolicyFormProps) => {
  const board = useBoard();
  const [changes, setChanges] = useState<Partial<Draft>>({});
  // What others set meanwhile stays.
  const draft = { ...draftOf(policy), ...changes };
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const set = (change: Partial<Draft>): void => setChanges({ ...changes, ...change });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const said = policyOf(draft);
    if ('problems' in said) return setProblems(said.problems);
    setIsBusy(true);
    try {
      await writePolicy(board, said.policy);
      onWritten();
    } catch (error) {
      setProblems(problemsOf(error));
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <div className={styles.scroll}>
        <Paused paused={policy.paused} />
        <div className={styles.limit}>
          <span>Mode</span>
          <Choice
            name="Mode of the repair"
            value={draft.mode}
            options={[...MODES]}
            onChange={(mode) => set({ mode })}
          />
        </div>
        {LIMITS.map((limit) => (
          <LimitField
            key={limit.member}
            limit={limit}
            value={draft[limit.member]}
            problem={problems[limit.member]}
            onChange={(text) => {
              set({ [limit.member]: text });
              setProblems(({ [limit.member]: _solved, ...left }) => left);
            }}
          />
        ))}
        <Scope draft={draft} onChange={set} />
        <OtherProblems problems={problems} />
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => openRepairDialog(board, 'repair-balance')}>The day’s balance</Button>
        <span className={styles.space} />
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
};

const Paused = ({ paused }: Pick<RepairPolicy, 'paused'>) =>
  paused === null ? null : <p className={styles.paused}>Paused: {paused.detail} Saving resumes it.</p>;

/** The problems that are not those of a field. */
const OtherProblems = ({ problems }: { readonly problems: Problems }) =>
  Object.entries(problems)
    .filter(([member]) => !LIMITS.some((limit) => limit.member === member))
    .map(([member, message]) => (
      <p key={member} className={styles.problem} role="alert">
        {member === 'other' ? message : `${member}: ${message}`}
      </p>
    ));

interface LimitFieldProps {
  readonly limit: Limit;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

const LimitField = ({ limit: { label, unit, empty }, value, problem, onChange }: LimitFieldProps) => {
  const id = useId();
  return (
    <div className={styles.limit}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={partStyles.field}
        inputMode="decimal"
        placeholder={empty}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-unit ${id}-problem`}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-unit`}>{unit}</span>
      <span id={`${id}-problem`} className={styles.problem}>
        {problem === undefined ? null : `${label}: ${problem}`}
      </span>
    </div>
  );
};

interface ScopeProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Which operations and resources the repair may touch. */
const Scope = ({ draft, onChange }: ScopeProps) => {
  const board = useBoard();
  const { tables } = board.document;
  const resources = [...tables.resources.values()].map(({ id, name }) => [id, name] as const).sort(byLabel);
  const carriedBy = (records: Iterable<{ readonly tags?: readonly string[] | undefined }>) => {
    const carried = new Set([...records].flatMap(({ tags }) => tags ?? []));
    return [...tables.tags.values()]
      .filter(({ uuid }) => carried.has(uuid))
      .map(({ uuid, category, value }) => [uuid, `${category} ${value}`] as const)
      .sort(byLabel);
  };
  const orNull = (chosen: readonly string[]) => (chosen.length === 0 ? null : [...chosen]);
  const scopes = [
    ['operationTags', 'Only operations with one of these tags', carriedBy(board.document.operations())],
    ['resourceTags', 'Only resources with one of these tags', carriedBy(tables.resources.values())],
    ['resources', 'Only these resources', resources],
  ] as const;
  return (
    <>
      {scopes.map(([member, title, options]) => (
        <details key={member} className={styles.scope} open={draft[member] !== null}>
          <summary>
            {title}: {draft[member] === null ? 'all' : `${draft[member].length} chosen`}
          </summary>
          <Checks
            title={title}
            options={options}
            chosen={draft[member] ?? []}
            onChange={(chosen) => onChange({ [member]: orNull(chosen) })}
          />
        </details>
      ))}
    </>
  );
};
