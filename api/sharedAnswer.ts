/** How long a result is reused. */
const FRESH_MS = 1000;

/** Wraps `ask` so that callers share a pending call and, for a second, its result. A failure is shared only by those who waited for it. */
export const sharedAnswer = <T>(
  ask: () => Promise<T>,
  clock: () => number = () => performance.now(),
): (() => Promise<T>) => {
  let asked: { readonly answer: Promise<T>; untilMs: number } | null = null;
  return () => {
    if (asked !== null && clock() < asked.untilMs) return asked.answer;
    const answer = ask();
    const current = { answer, untilMs: Number.POSITIVE_INFINITY };
    asked = current;
    void expire(current, clock);
    return answer;
  };
};

interface Asked {
  readonly answer: Promise<unknown>;
  untilMs: number;
}

const expire = async (asked: Asked, clock: () => number): Promise<void> => {
  try {
    await asked.answer;
    asked.untilMs = clock() + FRESH_MS;
  } catch {
    asked.untilMs = 0;
  }
};
