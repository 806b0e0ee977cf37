import { readFileSync } from 'node:fs';

/** Resident memory in bytes. */
export interface Resident {
  readonly whole: number;
  /** Without the memory of WebAssembly programs. */
  readonly apart: number;
}

interface Mapping {
  readonly from: number;
  readonly to: number;
  readonly permissions: string;
  resident: number;
}

/** V8 reserves this much address space behind each WebAssembly memory, so that accesses need no bounds checks. */
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

/** The resident memory of the process; null where the system does not provide it (it needs Linux), or the process has ended. */
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
    // A memory that is growing consists of several adjacent mappings.
    for (let k = i - 1; k >= 0; k--) {
      if (mappings[k].to !== mappings[k + 1].from || !mappings[k].permissions.startsWith('rw')) break;
      apart -= mappings[k].resident;
    }
  });
  return { whole, apart };
};

/** Samples the memory of the process ten times a second; `peak` returns the largest values so far. */
export const watchMemory = (pid: number): { readonly peak: () => Resident | null; readonly end: () => void } => {
  let peak: Resident | null = null;
  const timer = setInterval(() => {
    const now = residentOf(pid);
    if (now === null) return;
    peak = { whole: Math.max(now.whole, peak?.whole ?? 0), apart: Math.max(now.apart, peak?.apart ?? 0) };
  }, 100);
  return { peak: () => peak, end: () => clearInterval(timer) };
};
