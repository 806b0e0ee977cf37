const SOON_MS = 1_000;

/**
 * Does the work of a server or worker. If it fails, the process ends soon, with the exit code that the caller sets: what had been started by then, such
 * as a socket that listens, would otherwise keep it alive, healthy by all appearances and useless, and no supervisor would start it again.
 */
export const endAfterFailure = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    setTimeout(() => process.exit(), SOON_MS).unref();
    throw error;
  }
};
