import { useEffect, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import partStyles from '../parts/parts.module.css';
import type { Board } from '../shell/board.ts';
import { useBoard } from '../shell/boardContext.ts';
import {
  type Chosen,
  DETAIL,
  categoriesIn,
  fieldChoices,
  fittedTo,
  hasColumnsOf,
  mappingOf,
  NOTHING,
  proposed,
  proposedFields,
  seenFormat,
  type SavedMapping,
} from './columnMapping.ts';
import type { CsvSample } from './csvSample.ts';
import styles from './dialogs.module.css';
import { savedMappings, saveMapping } from './savedMappings.ts';

const NEW = 'new';
const NONE = 'none';
/** How many rows are shown. */
const FIRST_ROWS = 3;
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The saved mappings, and the one in use: first the one that fits the file, if there is one. */
const useSavedMappings = (sample: CsvSample) => {
  const board = useBoard();
  const [saved, setSaved] = useState<readonly SavedMapping[]>([]);
  const [used, setUsed] = useState(NEW);
  useEffect(() => {
    let isCurrent = true;
    const look = async (): Promise<void> => {
      const found = await savedMappings(board);
      if (!isCurrent) return;
      setSaved(found);
      // A saved mapping whose columns are all in this file is most likely the right one.
      const fits = found.find((mapping) => hasColumnsOf(mapping, sample.headers));
      if (fits !== undefined) setUsed(fits.id);
    };
    look().catch((error: unknown) => board.fail('Saved mappings', error));
    return () => {
      isCurrent = false;
    };
  }, [board, sample]);
  return { saved, used, setUsed };
};

const categoriesOf = (board: Board): readonly string[] =>
  [...new Set([...board.document.tables.tags.values()].map(({ category }) => category))].sort();

const proposableOf = (board: Board, sample: CsvSample): readonly string[] =>
  categoriesIn(sample, [...board.document.tables.tags.values()]);

interface MappingStepProps {
  readonly sample: CsvSample;
  readonly onReady: (mapping: string) => void;
}

/** Says what the columns of a file mean: by a saved mapping, or column by column. `onReady` gets what the upload names as its mapping. */
export const MappingStep = ({ sample, onReady }: MappingStepProps) => {
  const board = useBoard();
  const { saved, used, setUsed } = useSavedMappings(sample);
  const [chosen, setChosen] = useState<Chosen>(() => proposed(sample, proposableOf(board, sample)));
  const [name, setName] = useState('');
  const isNew = used === NEW;
  const set = (change: Partial<Chosen>): void => setChosen({ ...chosen, ...change });
  const check = async (): Promise<void> => {
    const known = saved.find(({ id }) => id === used);
    if (known !== undefined) {
      const fitted = fittedTo(sample, known);
      return onReady(fitted === known ? known.id : JSON.stringify(fitted));
    }
    const mapping = mappingOf(name.trim() === '' ? 'Not saved' : name.trim(), sample, chosen);
    onReady(name.trim() === '' ? JSON.stringify(mapping) : await saveMapping(board, saved, mapping));
  };
  return (
    <section aria-label="Columns" className={styles.columns}>
      <div className={styles.choices}>
        <Choice
          name="Mapping"
          value={used}
          options={[
            { value: NEW, label: 'New mapping' },
            ...saved.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={setUsed}
        />
        {isNew ? <RowChoices sample={sample} chosen={chosen} onChange={set} /> : null}
      </div>
      {isNew ? <ColumnTable sample={sample} chosen={chosen} onChange={set} /> : null}
      {isNew && chosen.rows === 'movements' ? <PairChoices sample={sample} chosen={chosen} onChange={set} /> : null}
      <div className={styles.choices}>
        {isNew ? (
          <input
            className={partStyles.field}
            aria-label="Save as"
            placeholder="Save as (optional)"
            maxLength={255}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        ) : null}
        <Button
          kind="outlined"
          onClick={() => void check().catch((error: unknown) => board.fail('The mapping', error))}
        >
          Check
        </Button>
      </div>
    </section>
  );
};

interface ChosenProps {
  readonly chosen: Chosen;
  readonly onChange: (change: Partial<Chosen>) => void;
}

/** What holds for all rows: what one is, and how its times are written. */
const RowChoices = ({ sample, chosen, onChange }: ChosenProps & { readonly sample: CsvSample }) => {
  const board = useBoard();
  return (
    <>
      <Choice
        name="A row is"
        value={chosen.rows}
        options={[
          { value: 'movements', label: 'an arrival or a departure' },
          { value: 'operations', label: 'an operation with both sides' },
        ]}
        onChange={(rows) =>
          onChange({
            rows,
            fields: proposedFields(rows, sample, proposableOf(board, sample)).map((field, i) =>
              chosen.fields[i] === DETAIL ? DETAIL : field,
            ),
          })
        }
      />
      <input
        className={partStyles.field}
        aria-label="Time format"
        placeholder={`Times: ${seenFormat(sample, chosen) || 'as they look'}`}
        value={chosen.timeFormat}
        onChange={({ target }) => onChange({ timeFormat: target.value })}
      />
      <input
        className={partStyles.field}
        aria-label="Time zone"
        title="Time zone of times without an offset"
        placeholder="Time zone: the planning’s"
        list="timeZones"
        value={chosen.timezone}
        onChange={({ target }) => onChange({ timezone: target.value.trim() })}
      />
      <datalist id="timeZones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
};

/** The columns with their first rows, and what each means. */
const ColumnTable = ({ sample, chosen, onChange }: ChosenProps & { readonly sample: CsvSample }) => {
  const board = useBoard();
  const choices = fieldChoices(chosen.rows, categoriesOf(board));
  const first = sample.rows.slice(0, FIRST_ROWS);
  return (
    <div className={styles.columnScroll} tabIndex={0} role="region" aria-label="Columns and first rows">
      <table className={`${styles.problems} ${styles.columnTable}`} aria-label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" colSpan={Math.max(1, first.length)}>
              First rows
            </th>
            <th scope="col">Means</th>
          </tr>
        </thead>
        <tbody>
          {sample.headers.map((header, i) => (
            <tr key={header}>
              <th scope="row">{header}</th>
              {first.map((row, at) => (
                // Only its position identifies a row of the sample.
                <td key={`${header} ${at}`}>{row[i] ?? ''}</td>
              ))}
              <td>
                <Choice
                  name={`${header} means`}
                  value={chosen.fields[i] ?? NOTHING}
                  options={choices}
                  onChange={(field) => onChange({ fields: chosen.fields.map((one, at) => (at === i ? field : one)) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Which rows are arrivals, and which arrival and departure belong together. */
const PairChoices = ({ sample, chosen, onChange }: ChosenProps & { readonly sample: CsvSample }) => (
  <div className={styles.choices}>
    <input
      className={partStyles.field}
      aria-label="Arrivals are written"
      value={chosen.arrival}
      onChange={({ target }) => onChange({ arrival: target.value })}
    />
    <Choice
      name="Belong together by"
      value={chosen.joinColumn === '' ? NONE : chosen.joinColumn}
      options={[
        { value: NONE, label: 'Each stands alone' },
        ...sample.headers.map((header) => ({ value: header, label: `Together by ${header}` })),
      ]}
      onChange={(column) => onChange({ joinColumn: column === NONE ? '' : column })}
    />
    {chosen.joinColumn === '' ? null : (
      <Choice
        name="How they belong together"
        value={chosen.joinBy}
        options={[
          { value: 'order', label: 'the next departure' },
          { value: 'value', label: 'one of each' },
        ]}
        onChange={(joinBy) => onChange({ joinBy })}
      />
    )}
  </div>
);
