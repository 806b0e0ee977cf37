import { Select } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import styles from './parts.module.css';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly note?: string;
}

export interface ChoiceProps<T extends string> {
  readonly name: string;
  /** None is chosen where no option has this value. */
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
  /** Called when the list opens. */
  readonly onOpen?: () => void;
}

/** The choice with the library for its list. */
export const ChoiceList = ({ name, value, options, onChange, onOpen }: ChoiceProps<string>) => (
  <Select.Root
    items={options.map((option) => ({ value: option.value, label: option.label }))}
    value={options.some((option) => option.value === value) ? value : null}
    onValueChange={(chosen, { reason }) => {
      // When the chosen option leaves the list, Base UI reports the first value of all, for no reason ("none"). Nobody chose that.
      if (chosen !== null && reason !== 'none') onChange(chosen);
    }}
    onOpenChange={(isOpen) => isOpen && onOpen?.()}
    modal={false}
  >
    <Select.Trigger
      className={styles.trigger}
      aria-label={name}
      title={`${name}: ${options.find((option) => option.value === value)?.label ?? ''}`}
    >
      <Select.Value placeholder={`${name}…`} />
      <Select.Icon>
        <ChevronsUpDown size={13} aria-hidden />
      </Select.Icon>
    </Select.Trigger>
    <Select.Portal>
      <Select.Positioner alignItemWithTrigger={false} sideOffset={4} align="start">
        <Select.Popup className={styles.popup} aria-label={name}>
          {options.map((option) => (
            <Select.Item key={option.value} value={option.value} className={styles.item}>
              <span className={styles.check}>
                <Select.ItemIndicator>
                  <Check size={14} aria-hidden />
                </Select.ItemIndicator>
              </span>
              <Select.ItemText>{option.label}</Select.ItemText>
              {option.note === undefined ? null : <small>{option.note}</small>}
            </Select.Item>
          ))}
        </Select.Popup>
      </Select.Positioner>
    </Select.Portal>
  </Select.Root>
);
