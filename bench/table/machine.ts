import { cpus } from 'node:os';

/** The machine and what runs us, in words. */
export const machine = (): string => {
  const cores = cpus();
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;
};
