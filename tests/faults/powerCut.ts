import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '../../engine/random.ts';

/** Something that is done to a file; `path` is absolute. A write has its bytes behind it in the journal. */
export type DiskStep =
  | { readonly of: 'write'; readonly path: string; readonly position: number }
  | { readonly of: 'truncate'; readonly path: string; readonly size: number }
  | { readonly of: 'create'; readonly path: string }
  | { readonly of: 'unlink'; readonly path: string }
  | { readonly of: 'sync'; readonly path: string }
  | { readonly of: 'rename'; readonly path: string; readonly to: string };

export interface Journaled {
  readonly step: DiskStep;
  readonly bytes: Uint8Array;
  /** The length of the journal with this step. */
  readonly end: number;
}

/** What a file's bytes become. */
type Change = { readonly position: number; readonly bytes: Uint8Array } | { readonly size: number };

/** A file, whatever its name: its bytes at first, and what was done to them that is on the disk, and that may be. */
class StoredFile {
  readonly from: string | null;
  readonly synced: Change[] = [];
  pending: Change[] = [];

  constructor(from: string | null) {
    this.from = from;
  }

  sync(): void {
    this.synced.push(...this.pending);
    this.pending = [];
  }

  contents(more: readonly Change[]): Buffer {
    let bytes = this.from === null ? Buffer.alloc(0) : readFileSync(this.from);
    for (const change of [...this.synced, ...more]) {
      const length = 'size' in change ? change.size : change.position + change.bytes.length;
      if (length > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
      if ('size' in change) bytes = bytes.subarray(0, length);
      else bytes.set(change.bytes, change.position);
    }
    return bytes;
  }
}

type Names = Map<string, StoredFile>;
/** A change of names, and what has to be synced for it to be on the disk: the file, or a directory. */
interface NameChange {
  readonly file: StoredFile;
  readonly folders: readonly string[];
  readonly apply: (names: Names) => void;
}

/** A disk writes pieces of this size as a whole. */
const SECTOR_BYTES = 512;

const readJournal = (file: string): Journaled[] => {
  const all = readFileSync(file);
  const journaled: Journaled[] = [];
  for (let from = 0; from < all.length; ) {
    const line = all.indexOf(10, from);
    const { length, ...step } = JSON.parse(all.toString('utf8', from, line)) as DiskStep & { length: number };
    const end = line + 1 + length;
    journaled.push({ step, bytes: all.subarray(line + 1, end), end });
    from = end;
  }
  return journaled;
};

/**
 * A disk whose power is cut: of what was done to its files, it has what was synced. What was not is there or not, sector by sector, as the disk happened
 * to write it; names in the order in which they changed.
 */
export class CutDisk {
  private readonly journal: readonly Journaled[];
  private readonly origin: string;
  private readonly root: string;

  /** `origin` holds the files of `root` as they were when the journal began. */
  constructor(journal: string, origin: string, root: string) {
    this.journal = readJournal(journal);
    this.origin = origin;
    this.root = root;
  }

  /** The lengths of the journal between which its steps lie. */
  get ends(): readonly number[] {
    return this.journal.map(({ end }) => end);
  }

  /** Writes to `target` what the disk holds when power is cut at that length of the journal. `syncs`: false for a disk that takes no notice of syncs. */
  restore(target: string, end: number, random: Random, { syncs = true } = {}): void {
    const { names, changed } = this.replay(end, random, syncs);
    rmSync(target, { recursive: true, force: true });
    cpSync(this.origin, target, { recursive: true });
    const inTarget = (name: string): string => path.join(target, path.relative(this.root, name));
    for (const name of changed) {
      const file = names.get(name);
      if (file === undefined) rmSync(inTarget(name), { force: true });
      else {
        mkdirSync(path.dirname(inTarget(name)), { recursive: true });
        writeFileSync(inTarget(name), file.contents(survivors(file.pending, random)), { mode: 0o600 });
      }
    }
  }

  private replay(end: number, random: Random, syncs: boolean): { names: Names; changed: ReadonlySet<string> } {
    const [live, stored]: [Names, Names] = [new Map(), new Map()];
    const changed = new Set<string>();
    let pending: NameChange[] = [];
    const fileAt = (name: string): StoredFile => {
      let file = live.get(name);
      if (file === undefined) {
        const from = path.join(this.origin, path.relative(this.root, name));
        file = new StoredFile(existsSync(from) ? from : null);
        live.set(name, file);
        stored.set(name, file);
      }
      return file;
    };
    const rename = (file: StoredFile, folders: readonly string[], apply: (names: Names) => void): void => {
      apply(live);
      pending.push({ file, folders, apply });
    };
    const sync = (name: string): void => {
      const file = live.get(name);
      file?.sync();
      const isSynced = (one: NameChange): boolean => one.file === file || one.folders.includes(name);
      for (const { apply } of pending.filter(isSynced)) apply(stored);
      pending = pending.filter((one) => !isSynced(one));
    };
    for (const { step, bytes, end: at } of this.journal) {
      if (at > end) break;
      const { path: name } = step;
      const folder = path.dirname(name);
      if (step.of !== 'sync') changed.add(name);
      if (step.of === 'write') fileAt(name).pending.push({ position: step.position, bytes });
      else if (step.of === 'truncate') fileAt(name).pending.push({ size: step.size });
      else if (step.of === 'sync') {
        if (syncs) sync(name);
      } else if (step.of === 'create') {
        const file = new StoredFile(null);
        rename(file, [folder], (names) => names.set(name, file));
      } else if (step.of === 'unlink') rename(fileAt(name), [folder], (names) => names.delete(name));
      else {
        const file = fileAt(name);
        changed.add(step.to);
        rename(file, [folder, path.dirname(step.to)], (names) => names.delete(name) && names.set(step.to, file));
      }
    }
    const survived = syncs ? random.below(pending.length + 1) : 0;
    for (const { apply } of pending.slice(0, survived)) apply(stored);
    return { names: stored, changed };
  }
}

/** Some of the changes, in sectors: none, all or half of them, as often. */
const survivors = (changes: readonly Change[], random: Random): Change[] => {
  const share = random.below(3);
  const survives = (): boolean => random.below(2) < share;
  return changes.flatMap((change): Change[] => {
    if ('size' in change) return survives() ? [change] : [];
    const { position, bytes } = change;
    const sectors: Change[] = [];
    for (let from = 0; from < bytes.length; from += SECTOR_BYTES)
      if (survives()) sectors.push({ position: position + from, bytes: bytes.subarray(from, from + SECTOR_BYTES) });
    return sectors;
  });
};
