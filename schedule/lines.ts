/** What is too much at once waits in line, under the name of whoever it is for. */
export interface Line {
  readonly atOnce: number;
  /** Of one name, and of all. */
  readonly waitingOfOne: number;
  readonly waiting: number;
  /** What is thrown when more would wait. */
  readonly refusal: () => Error;
}

export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Runs a few at a time, names taking turns. */
export const openLine = ({ atOnce, waitingOfOne, waiting, refusal }: Line): InTurn => {
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let count = 0;

  /** The first of the name that has waited longest for its turn; the name then goes to the end. */
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
