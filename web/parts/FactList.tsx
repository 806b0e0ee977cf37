import type { ReactNode } from 'react';

interface FactListProps {
  readonly className: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string | number])[];
  /** What stands before them, as groups of `dt` and `dd`. */
  readonly children?: ReactNode;
}

/** Names, each with its value. */
export const FactList = ({ className, facts, children }: FactListProps) => (
  <dl className={className}>
    {children}
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
