import type { UploadMapping } from '../entities/uploadMapping.ts';
import type { ErrorCode } from '../errors.ts';

/** Something wrong with a record of a file. */
export interface RecordProblem {
  /** Line of the record, from 1; null if the problem is not that of a single record. */
  readonly line: number | null;
  /** Field of the record, as its specification or the file's header calls it; empty if the whole record is wrong. */
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** The most problems that are collected; no further ones are of use. */
const MOST_PROBLEMS = 1000;

/** What somebody should know about a record that is taken nevertheless. */
export type RecordWarning = Omit<RecordProblem, 'code'>;

/** Collects what is wrong with the records of one file, or doubtful. */
export class RecordProblems {
  readonly list: RecordProblem[] = [];
  readonly warnings: RecordWarning[] = [];

  get isFull(): boolean {
    return this.list.length >= MOST_PROBLEMS;
  }

  add(line: number | null, path: string, code: ErrorCode, message: string): void {
    if (!this.isFull) this.list.push({ line, path, code, message });
  }

  warn(line: number, path: string, message: string): void {
    if (this.warnings.length < MOST_PROBLEMS) this.warnings.push({ line, path, message });
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
  /** The planning's IANA time zone, in which times without an offset are. */
  readonly timezone: string;
  /** The place that the planning is about, an IATA airport code or a UN/LOCODE; null if it is not known. */
  readonly station: string | null;
  /** The first and the last day that are wanted, such as `2026-11-20`, in the planning's time zone; null for no limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly limits: {
    /** The most operations or movements that a file may have. */
    readonly items: number;
    /** The most columns that a CSV may have. */
    readonly columns: number;
  };
  /** What the columns of a CSV mean; null if their headers are paths. */
  readonly mapping: MappingInUse | null;
  /** The bytes as JSON, read in slices within the limits of depth and values. */
  readonly json: () => Promise<unknown>;
  readonly problems: RecordProblems;
}

/** The content of a file as items of an upload. */
export interface ReadItems {
  readonly list: 'operations' | 'movements';
  /** In the form of `OperationUpload` or `MovementUpload`, by which they are validated later. */
  readonly items: readonly unknown[];
  /** The line of each item in the file, from 1. */
  readonly lines: readonly number[];
  /** The column of each field, such as `STA` of `scheduledTime`; absent where the file's own names are those of the fields. */
  readonly columns?: ReadonlyMap<string, string>;
}

/** A kind of file that an upload takes. */
export interface Format {
  readonly id: string;
  readonly name: string;
  /** The specification of the format: its document, version and address. */
  readonly specification: string;
  readonly mediaTypes: readonly [string, ...string[]];
  /** The extensions of file names, without the dot. */
  readonly extensions: readonly string[];
  /**
   * Reads in slices: nothing else waits for longer than one of them. What is wrong with a record goes to the problems, and the others are read on; throws
   * `ScheduleError` for what is wrong with the whole, and where there is more than the limits take.
   */
  readonly read: (bytes: Uint8Array, context: ReadingContext) => Promise<ReadItems>;
}
