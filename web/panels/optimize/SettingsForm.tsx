import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import { dataOf } from '../../../client/tidegate.ts';
import { Choice } from '../../parts/Choice.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { planningOf, type Schemas, serviceOf } from '../service.ts';
import styles from './optimize.module.css';
import { FIRST_SETTINGS, type Settings } from './settings.ts';

const WEIGHTS = [
  ['conflict', 'A conflict', 2000],
  ['unassigned', 'Without a place', 1000],
  ['reassigned', 'A move', 10],
  ['delay', 'A minute of delay', 2],
  ['risk', 'An expected conflict', 0],
] as const satisfies readonly (readonly [keyof Schemas['Weights'], string, number])[];

interface SettingsFormProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

export const SettingsForm = ({ settings, onChange }: SettingsFormProps) => {
  const board = useBoard();
  const planning = useBoardState((state) => state.layer?.planning ?? '');
  const { data: meta } = useQuery({
    queryKey: ['meta', planning],
    queryFn: () => dataOf(serviceOf(board).GET('/v1/plannings/{id}/meta/', { params: planningOf(board) })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const longest = meta?.limits.runSeconds ?? 3600;
  const solvers = (meta?.solvers ?? [{ id: 'auto', name: 'Automatic' }]).filter((solver) => solver.id !== 'external');
  const set = (change: Partial<Settings>): void => onChange({ ...settings, ...change });
  return (
    <form className={styles.form} aria-label="Optimization" onSubmit={(event) => event.preventDefault()}>
      <span className={styles.label}>Solver</span>
      <Choice
        name="Solver"
        value={settings.solver}
        options={solvers.map((solver) => ({ value: solver.id, label: solver.name }))}
        onChange={(solver) => set({ solver })}
      />
      <NumberField
        label="Time limit"
        unit="seconds"
        min={1}
        max={longest}
        value={settings.seconds}
        onNumber={(seconds) => set({ seconds: Math.min(Math.max(1, seconds ?? FIRST_SETTINGS.seconds), longest) })}
      />
      <Extent settings={settings} onChange={set} />
      <NumberField
        label="At most"
        unit="moves"
        min={0}
        placeholder="any"
        value={settings.mostMoves ?? ''}
        onNumber={(moves) => set({ mostMoves: moves === null ? null : Math.max(0, Math.round(moves)) })}
      />
      <Weights settings={settings} onChange={set} />
    </form>
  );
};

interface NumberFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly unit?: string;
  /** Called with null when the field is empty. */
  readonly onNumber: (value: number | null) => void;
}

/** A field for a number. While it has the focus, it shows what is typed, which may be nothing for a moment. */
const NumberField = ({ label, unit, value, onNumber, ...rest }: NumberFieldProps) => {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <span className={styles.row}>
        <input
          id={id}
          className={styles.number}
          type="number"
          aria-describedby={`${id}-unit`}
          value={typed ?? value}
          onChange={({ target }) => {
            setTyped(target.value);
            onNumber(target.value === '' ? null : Number(target.value));
          }}
          onBlur={() => setTyped(null)}
          {...rest}
        />
        <span id={`${id}-unit`}>{unit}</span>
      </span>
    </>
  );
};

interface PartProps {
  readonly settings: Settings;
  readonly onChange: (change: Partial<Settings>) => void;
}

/** Which operations may move. */
const Extent = ({ settings, onChange }: PartProps) => {
  const selected = useBoardState((state) => state.selection.length);
  return (
    <>
      <span className={styles.label}>Window</span>
      <Choice
        name="Window"
        value={settings.window}
        options={[
          { value: 'all', label: 'Everything' },
          { value: 'screen', label: 'The shown time' },
          { value: '4h', label: 'The next four hours' },
          { value: 'selected', label: `Selected operations (${selected})` },
        ]}
        onChange={(window) => onChange({ window })}
      />
      <span className={styles.label}>Freeze</span>
      <Choice
        name="Freeze"
        value={settings.freeze}
        options={[
          { value: 'started', label: 'Operations that have begun' },
          { value: '30', label: 'Operations that begin within 30 min' },
          { value: '120', label: 'Operations that begin within two hours' },
          { value: 'selected', label: `Selected operations (${selected})` },
          { value: 'none', label: 'Nothing' },
        ]}
        onChange={(freeze) => onChange({ freeze })}
      />
    </>
  );
};

const Weights = ({ settings: { weights }, onChange }: PartProps) => {
  const own = useBoard().document.planning.weights ?? {};
  const set = (name: keyof Schemas['Weights'], weight: number | null): void => {
    const { [name]: _before, ...others } = weights;
    onChange({ weights: weight === null ? others : { ...others, [name]: Math.max(0, weight) } });
  };
  return (
    <details className={styles.weights}>
      <summary>Weights</summary>
      {WEIGHTS.map(([name, title, standard]) => (
        <div key={name}>
          <NumberField
            label={title}
            min={0}
            value={weights[name] ?? own[name] ?? standard}
            onNumber={(weight) => set(name, weight)}
          />
        </div>
      ))}
    </details>
  );
};
