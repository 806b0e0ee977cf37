import styles from './views.module.css';

/** The list with the item added, or removed when it was in the list. */
const toggled = <T extends string>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

interface ChecksProps<T extends string> {
  readonly title: string;
  readonly options: readonly (readonly [T, string])[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

/** A group of options of which any number may be chosen. */
export const Checks = <T extends string>({ title, options, chosen, onChange }: ChecksProps<T>) =>
  options.length === 0 ? null : (
    <fieldset className={styles.checks}>
      <legend>{title}</legend>
      {options.map(([value, label]) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onChange(toggled(chosen, value))} />
          {label}
        </label>
      ))}
    </fieldset>
  );

/** Compares options by label, numbers in it by value. */
export const byLabel = ([, a]: readonly [string, string], [, b]: readonly [string, string]): number =>
  a.localeCompare(b, 'en', { numeric: true });
