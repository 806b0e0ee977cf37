import styles from './parts.module.css';

interface SkeletonProps {
  /** What is being waited for. */
  readonly name: string;
  /** Blocks that stand for what will be there. */
  readonly blocks?: number;
}

/** In the place of what is not there yet. */
export const Skeleton = ({ name, blocks = 3 }: SkeletonProps) => (
  <div className={styles.skeleton} role="status" aria-label={name} aria-busy>
    {Array.from({ length: blocks }, (_, i) => (
      <div key={i} />
    ))}
  </div>
);
