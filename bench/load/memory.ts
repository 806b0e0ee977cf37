import { readFileSync, writeFileSync } from 'node:fs';

const megabytes = (pid: number, what: string): number =>
  Math.round(
    Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  );

/** The resident memory of a process in megabytes. */
export const residentMegabytes = (pid: number): number => megabytes(pid, 'VmRSS');

/** The peak resident memory of a process in megabytes since `forgetPeak`. */
export const peakMegabytes = (pid: number): number => megabytes(pid, 'VmHWM');

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
