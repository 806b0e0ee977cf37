/** Thrown out of the middle of a search that must end; what was found until then counts. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Asked wherever a search may dwell: one state of a crowded plan can take longer than the whole search may. */
export class Interruption {
  private readonly stop: () => boolean;
  private isArmed = false;

  constructor(stop: () => boolean) {
    this.stop = stop;
  }

  /** From now on `check` throws when the search must end. Before, the first answers are found whatever the limit is. */
  arm(): void {
    this.isArmed = true;
  }

  /** Throws Interrupted. */
  check(): void {
    if (this.isArmed && this.stop()) throw new Interrupted();
  }
}

export const UNINTERRUPTED = new Interruption(() => false);
