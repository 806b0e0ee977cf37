import styles from './parts.module.css';

interface SkeletonProps {
  /** The name of the content that is loading. */
  readonly name: string;
  /** The number of placeholder blocks. */
  readonly blocks?: number;
}

/** A placeholder for content that is still loading. */
export const Skeleton = ({ name, blocks = 3 }: SkeletonProps) => (
  <div className={styles.skeleton} role="status" aria-label={name} aria-busy>
    {Array.from({ length: blocks }, (_, i) => (
      <div key={i} />
    ))}
  </div>
);
