/** Runs a generator that yields between pieces of work to its end without pausing, and returns its result. */
export const atOnce = <T>(work: Generator<void, T>): T => {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
};
