/** How long a logout waits for what is still to be written. */
const PATIENCE_MS = 10_000;

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The gestures that are still to be written, also of plannings that are no longer shown. Meanwhile, the browser asks before it leaves the page. */
export class Unwritten {
  private readonly gestures = new Set<symbol>();
  private waiting: readonly (() => void)[] = [];

  /** Adds a gesture. Returns a function that removes it, once it is written or refused. */
  begin(): () => void {
    const gesture = Symbol('gesture');
    this.gestures.add(gesture);
    addEventListener('beforeunload', ask);
    return () => {
      if (this.gestures.delete(gesture) && this.gestures.size === 0) this.end();
    };
  }

  /** Resolves when there are none, or after ten seconds, since the connection may be down. `onWait` is called if there are some. */
  async written(onWait: () => void): Promise<void> {
    if (this.gestures.size === 0) return;
    onWait();
    await new Promise<void>((resolve) => {
      this.waiting = [...this.waiting, resolve];
      setTimeout(resolve, PATIENCE_MS);
    });
  }

  /** Reloads the page without them. */
  reload(): void {
    this.end();
    location.reload();
  }

  private end(): void {
    removeEventListener('beforeunload', ask);
    for (const go of this.waiting) go();
    this.waiting = [];
  }
}
