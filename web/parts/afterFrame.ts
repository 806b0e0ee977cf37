/** A page in the background has no frames. */
const LONGEST_PAUSE_MS = 300;

/** Runs it once what is to be drawn next is on the screen: what takes long keeps nobody waiting for that. */
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
