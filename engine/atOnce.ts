/** Work that yields after each piece of it, done without a pause. */
export const atOnce = <T>(work: Generator<void, T>): T => {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
};
