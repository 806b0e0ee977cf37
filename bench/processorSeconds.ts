/** The processor time of this thread in seconds, which hardly depends on what else runs on the machine. */
export const processorSeconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};
