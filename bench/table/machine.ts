import { cpus } from 'node:os';

/** Describes the processor and the Node version. */
export const machine = (): string => {
  const cores = cpus();
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;
};
