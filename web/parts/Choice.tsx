import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import styles from './parts.module.css';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly note?: string;
}

export interface ChoiceProps<T extends string> {
  readonly name: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
}

const ChoiceList = lazy(async () => ({ default: (await import('./ChoiceList.tsx')).ChoiceList }));

/** One of several. Looks the same until what opens its list is there: bars do not wait for that. */
export const Choice = <T extends string>({ name, value, options, onChange }: ChoiceProps<T>) => (
  <Suspense
    fallback={
      <button type="button" className={styles.trigger} aria-label={name} disabled>
        <span>{options.find((option) => option.value === value)?.label}</span>
        <ChevronsUpDown size={13} aria-hidden />
      </button>
    }
  >
    <ChoiceList name={name} value={value} options={options} onChange={(chosen) => onChange(chosen as T)} />
  </Suspense>
);
