/** How long an answer serves everybody who asks. */
const FRESH_MS = 1000;

/** Asks once a second at most, however many ask: they share the answer, and the wait for it. A failure is shared no longer than it takes. */
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
