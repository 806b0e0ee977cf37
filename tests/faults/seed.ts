/** `FAULT_SEED` repeats a run; without it, each run draws another seed. */
export const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 100_000);
