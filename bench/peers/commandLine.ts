import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { GRACE_SECONDS } from './peer.ts';

export interface Ended {
  /** Seconds since it was started. */
  readonly seconds: number;
  readonly isAbsent: boolean;
  readonly isStopped: boolean;
  readonly exitCode: number | null;
  /** The end of its output on stderr. */
  readonly complaint: string;
}

/** Runs a program, passes on every line that it prints with the seconds since its start, and kills it when it overruns its limit. */
export const runProgram = (
  command: string,
  args: readonly string[],
  limitSeconds: number,
  onLine: (line: string, seconds: number) => void,
): Promise<Ended> =>
  new Promise((resolve) => {
    const begun = performance.now();
    const secondsNow = (): number => (performance.now() - begun) / 1000;
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let isStopped = false;
    let complaint = '';
    const timer = setTimeout(
      () => {
        isStopped = true;
        child.kill('SIGKILL');
      },
      (limitSeconds + GRACE_SECONDS) * 1000,
    );
    createInterface({ input: child.stdout }).on('line', (line) => onLine(line, secondsNow()));
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString()}`.slice(-500);
    });
    const end = (exitCode: number | null, isAbsent: boolean): void => {
      clearTimeout(timer);
      resolve({ seconds: secondsNow(), isAbsent, isStopped, exitCode, complaint: complaint.trim() });
    };
    child.on('error', () => end(null, true));
    child.on('close', (code) => end(code, false));
  });
