import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LIBRARIES = '/usr/lib';
const [library] = existsSync(LIBRARIES)
  ? readdirSync(LIBRARIES)
      .map((folder) => path.join(LIBRARIES, folder, 'faketime/libfaketime.so.1'))
      .filter((file) => existsSync(file))
  : [];

/** Why the clock of a single process cannot be set here; null if it can. */
export const noClock = library === undefined ? 'libfaketime is not installed (Debian: faketime)' : null;

/** The wall clock of processes, which can jump while they run. Monotonic clocks, which measure durations, are not affected. */
export class Clock {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'tidegate-clock-'));
  private readonly file = path.join(this.folder, 'offset');

  constructor() {
    this.jump(0);
  }

  /** Environment variables for processes that use this clock. */
  get environment(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets the clock this many seconds before (negative) or after the true time; takes effect within a second. */
  jump(seconds: number): void {
    writeFileSync(this.file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
