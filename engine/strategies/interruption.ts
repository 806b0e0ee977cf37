/** Thrown from within a search that must end; what it found until then is kept. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Looking at the clock takes longer than most of the work between two checks, which is microseconds. */
const CHECKS_PER_LOOK = 16;

/** Checked wherever a search may take long, because a single state of a crowded plan can take longer than the whole time limit. */
export class Interruption {
  private readonly stop: () => boolean;
  private isArmed = false;
  private checks = 0;

  constructor(stop: () => boolean) {
    this.stop = stop;
  }

  /** Makes `check` throw from now on when the search must end. Before, the first results are found regardless of the limit. */
  arm(): void {
    this.isArmed = true;
  }

  /** Throws Interrupted when armed and the search must end; every sixteenth call looks whether it must. */
  check(): void {
    if (this.isArmed && ++this.checks % CHECKS_PER_LOOK === 0 && this.stop()) throw new Interrupted();
  }
}

export const UNINTERRUPTED = new Interruption(() => false);
