import { readFileSync, writeFileSync } from 'node:fs';

const megabytes = (pid: number, what: string): number =>
  Math.round(
    Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  );

/** Resident megabytes of a process. */
export const residentMegabytes = (pid: number): number => megabytes(pid, 'VmRSS');

/** The most resident megabytes of a process since `forgetPeak`. */
export const peakMegabytes = (pid: number): number => megabytes(pid, 'VmHWM');

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
