import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ChoiceProps } from './ChoiceList.tsx';
import styles from './parts.module.css';

const ChoiceList = lazy(async () => ({ default: (await import('./ChoiceList.tsx')).ChoiceList }));

/**
 * A choice of one of several options. Until the library for its list is loaded, a button of the same appearance and role is shown, so that the board
 * need not wait.
 */
export const Choice = <T extends string>({ name, value, options, onChange }: ChoiceProps<T>) => (
  <Suspense
    fallback={
      <button
        type="button"
        role="combobox"
        className={styles.trigger}
        aria-label={name}
        aria-haspopup="listbox"
        aria-expanded={false}
        disabled
      >
        <span>{options.find((option) => option.value === value)?.label}</span>
        <ChevronsUpDown size={13} aria-hidden />
      </button>
    }
  >
    <ChoiceList
      name={name}
      value={value}
      options={options}
      onChange={(chosen) => {
        const option = options.find((one) => one.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
    />
  </Suspense>
);
