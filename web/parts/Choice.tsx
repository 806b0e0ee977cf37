import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ChoiceProps } from './ChoiceList.tsx';
import styles from './parts.module.css';

const ChoiceList = lazy(async () => ({ default: (await import('./ChoiceList.tsx')).ChoiceList }));

/**
 * A choice of one of several options. Until the library for its list is loaded, a button of the same appearance and role is shown, so that the board
 * need not wait.
 */
export const Choice = <T extends string>({ onChange, ...choice }: ChoiceProps<T>) => (
  <Suspense
    fallback={
      <button
        type="button"
        role="combobox"
        className={styles.trigger}
        aria-label={choice.name}
        aria-haspopup="listbox"
        aria-expanded={false}
        disabled
      >
        <span>{choice.options.find((option) => option.value === choice.value)?.label}</span>
        <ChevronsUpDown size={13} aria-hidden />
      </button>
    }
  >
    <ChoiceList
      {...choice}
      onChange={(chosen) => {
        const option = choice.options.find((one) => one.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
    />
  </Suspense>
);
