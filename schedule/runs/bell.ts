/** Lets one waiter sleep until `ring` is called or the time limit passes. A ring without a waiter is remembered. */
export class Bell {
  private hasRung = false;
  private wake: (() => void) | null = null;

  ring(): void {
    this.hasRung = true;
    this.wake?.();
  }

  async rung(limitMs: number): Promise<void> {
    if (!this.hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = null;
    }
    this.hasRung = false;
  }
}
