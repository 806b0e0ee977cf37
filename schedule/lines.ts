/** A bounded queue for work that runs only a few at a time, fair between names (such as organizations). */
export interface Line {
  readonly atOnce: number;
  /** Maximum number of waiting callers: of one name, and in all. */
  readonly waitingOfOne: number;
  readonly waiting: number;
  /** Makes the error that is thrown if the queue is full. */
  readonly refusal: () => Error;
}

export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` jobs at a time. Names take turns (round robin). */
export const openLine = ({ atOnce, waitingOfOne, waiting, refusal }: Line): InTurn => {
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let count = 0;

  /** Takes the first waiting job of the name whose turn it is, and moves the name to the end. */
  const next = (): (() => void) | undefined => {
    for (const [name, line] of lines) {
      lines.delete(name);
      const first = line.shift();
      if (line.length > 0) lines.set(name, line);
      count -= 1;
      return first;
    }
    return undefined;
  };

  return async (name, work) => {
    if (running >= atOnce) {
      const line = lines.get(name) ?? [];
      if (line.length >= waitingOfOne || count >= waiting) throw refusal();
      count += 1;
      lines.set(name, line);
      await new Promise<void>((resolve) => {
        line.push(resolve);
      });
    } else running += 1;
    try {
      return await work();
    } finally {
      const turn = next();
      if (turn === undefined) running -= 1;
      else turn();
    }
  };
};
