import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './parts.module.css';

interface BoundaryProps {
  /** The name of the content, such as "Changes". */
  readonly name: string;
  readonly children: ReactNode;
}

/**
 * Shows an error in place of content that cannot be loaded or rendered, so that the rest of the board works. A script of an older build may be gone,
 * for example.
 */
export class Boundary extends Component<BoundaryProps, { readonly error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div className={styles.broken} role="alert" aria-label={`${this.props.name} cannot be shown`}>
        <p>{this.props.name} cannot be shown: its script could not be loaded, or failed.</p>
        <Button kind="outlined" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    );
  }
}
