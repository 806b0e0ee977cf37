import { totalmem } from 'node:os';

/** The memory that this process may use: that of the machine, or less in a container. */
export const memoryMegabytes = (): number => {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Infinity) / 2 ** 20);
};

const LEAST_MEGABYTES = 160;

/** As the default of a setting: what a server with little memory needs, or an eighth of a larger one. */
export const eighthOfMemory = (): string => String(Math.max(LEAST_MEGABYTES, Math.floor(memoryMegabytes() / 8)));
