import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LIBRARIES = '/usr/lib';
const [library] = existsSync(LIBRARIES)
  ? readdirSync(LIBRARIES)
      .map((folder) => path.join(LIBRARIES, folder, 'faketime/libfaketime.so.1'))
      .filter((file) => existsSync(file))
  : [];

/** Why no clock can be set for a process alone; null when it can. */
export const noClock = library === undefined ? 'libfaketime is not installed (Debian: faketime)' : null;

/** The wall clock of processes, which may jump while they run. What measures how long something takes (a monotonic clock) goes on as it did. */
export class Clock {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'tidegate-clock-'));
  private readonly file = path.join(this.folder, 'offset');

  constructor() {
    this.jump(0);
  }

  /** For processes that are to go by this clock. */
  get environment(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** So many seconds before (negative) or after the true time, from within a second on. */
  jump(seconds: number): void {
    writeFileSync(this.file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
