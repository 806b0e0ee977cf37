import type { UploadMapping } from '../entities/uploadMapping.ts';
import type { ErrorCode } from '../errors.ts';

/** Something wrong with a record of a file. */
export interface RecordProblem {
  /** Line of the record, from 1; null: of no single one. */
  readonly line: number | null;
  /** Field of the record, as its specification or the file's header calls it; empty: the whole record. */
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** A file with more than these says no more by being read on. */
const MOST_PROBLEMS = 1000;

/** Collects what is wrong with the records of one file. */
export class RecordProblems {
  readonly list: RecordProblem[] = [];

  get isFull(): boolean {
    return this.list.length >= MOST_PROBLEMS;
  }

  add(line: number | null, path: string, code: ErrorCode, message: string): void {
    if (!this.isFull) this.list.push({ line, path, code, message });
  }
}

/** A mapping with the tags of the planning, which its columns may name. */
export interface MappingInUse {
  readonly mapping: UploadMapping;
  /** The id of a tag, by category and value. */
  readonly tagOf: (category: string, value: string) => string | undefined;
}

/** What a file is read with. */
export interface ReadingContext {
  /** IANA, of the planning: times without one are in it. */
  readonly timezone: string;
  /** The place that the planning is about, an IATA airport code or a UN/LOCODE; null: nobody said. */
  readonly station: string | null;
  /** First and last day that are wanted, `2026-11-20`, in the planning's time zone; null: all. */
  readonly from: string | null;
  readonly to: string | null;
  readonly limits: {
    /** Most operations or movements. */
    readonly items: number;
    /** Most columns of a CSV. */
    readonly columns: number;
  };
  /** What the columns of a CSV mean; null: their headers are paths. */
  readonly mapping: MappingInUse | null;
  /** The bytes as JSON, read in slices within the limits of depth and values. */
  readonly json: () => Promise<unknown>;
  readonly problems: RecordProblems;
}

/** What a file says, as items of an upload. */
export interface ReadItems {
  readonly list: 'operations' | 'movements';
  /** As their write shapes (`OperationUpload`, `MovementUpload`); still to be judged by them. */
  readonly items: readonly unknown[];
  /** Where each stood, from 1. */
  readonly lines: readonly number[];
  /** The column of each field, such as `STA` of `scheduledTime`; absent where the file's own names are those of the fields. */
  readonly columns?: ReadonlyMap<string, string>;
}

/** A kind of file that an upload takes. */
export interface Format {
  readonly id: string;
  readonly name: string;
  /** What it is written by: document, version, address. */
  readonly specification: string;
  readonly mediaTypes: readonly [string, ...string[]];
  /** Of file names, without the dot. */
  readonly extensions: readonly string[];
  /**
   * Reads in slices: nothing else waits for longer than one of them. What is wrong with a record goes to the problems, and the others are read on; throws
   * `ScheduleError` for what is wrong with the whole, and where there is more than the limits take.
   */
  readonly read: (bytes: Uint8Array, context: ReadingContext) => Promise<ReadItems>;
}
