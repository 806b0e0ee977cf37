/** The longest wait, since a page in the background has no frames. */
const LONGEST_PAUSE_MS = 300;

/** Runs a function after the next frame was painted, so that long work does not delay it. */
export const afterFrame = (run: () => void): void => {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_PAUSE_MS);
};
