import { readFileSync } from 'node:fs';

/** Resident memory in bytes. */
export interface Resident {
  readonly whole: number;
  /** Without the memories of WebAssembly programs. */
  readonly apart: number;
}

interface Mapping {
  readonly from: number;
  readonly to: number;
  readonly permissions: string;
  resident: number;
}

/** V8 keeps so much address space free behind each WebAssembly memory, so that no access needs a check of its bounds. */
const GUARD_BYTES = 2 ** 32;
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) /;
const RESIDENT = /^Rss: +(\d+) kB/;

const mappingsOf = (pid: number): Mapping[] => {
  const mappings: Mapping[] = [];
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const head = MAPPING.exec(line);
    if (head) {
      const [, from, to, permissions] = head;
      mappings.push({ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), permissions, resident: 0 });
    }
    const resident = RESIDENT.exec(line);
    if (resident) mappings.at(-1)!.resident = 1024 * Number(resident[1]);
  }
  return mappings;
};

/** Null where the system does not tell (it needs Linux), or the process has ended. */
const residentOf = (pid: number): Resident | null => {
  let mappings: Mapping[];
  try {
    mappings = mappingsOf(pid);
  } catch {
    return null;
  }
  const whole = mappings.reduce((sum, { resident }) => sum + resident, 0);
  let apart = whole;
  mappings.forEach((guard, i) => {
    if (!guard.permissions.startsWith('---') || guard.to - guard.from < GUARD_BYTES) return;
    // A memory that is just growing is several mappings, one behind the other.
    for (let k = i - 1; k >= 0; k--) {
      if (mappings[k].to !== mappings[k + 1].from || !mappings[k].permissions.startsWith('rw')) break;
      apart -= mappings[k].resident;
    }
  });
  return { whole, apart };
};

/** Looks at the process ten times a second; `peak` is the most seen of each until then. */
export const watchMemory = (pid: number): { readonly peak: () => Resident | null; readonly end: () => void } => {
  let peak: Resident | null = null;
  const timer = setInterval(() => {
    const now = residentOf(pid);
    if (now === null) return;
    peak = { whole: Math.max(now.whole, peak?.whole ?? 0), apart: Math.max(now.apart, peak?.apart ?? 0) };
  }, 100);
  return { peak: () => peak, end: () => clearInterval(timer) };
};
