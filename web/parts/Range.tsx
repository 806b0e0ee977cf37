import styles from './parts.module.css';

interface RangeProps {
  readonly name: string;
  readonly title?: string;
  /** 0 to 100. */
  readonly value: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}

/** A slider for a percentage. */
export const Range = ({ name, title, value, step, onChange }: RangeProps) => (
  <input
    type="range"
    className={styles.range}
    aria-label={name}
    title={title}
    min={0}
    max={100}
    step={step}
    value={value}
    onChange={({ target }) => onChange(Number(target.value))}
  />
);
