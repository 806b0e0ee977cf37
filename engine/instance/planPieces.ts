import { compile, type CompileOptions } from './compile.ts';
import type { Instance } from './instance.ts';
import type { PlanningDocument, Time } from './planningDocument.ts';
import { LISTS } from './readDocument.ts';

/** Some members of a planning document and some records of its lists, small enough to be built and sent without blocking for long. */
export type DocumentPiece = Partial<PlanningDocument<Time>>;

const RECORDS_IN_PIECE = 250;

/** Splits a document into pieces. A member that should be a list but is not is sent whole; reading the document then reports the problem. */
export function* piecesOf(document: PlanningDocument<Time>): Generator<DocumentPiece> {
  const { locations, tags, resources, groups, operations, rules, assignments, ...others } = document;
  const lists = { locations, tags, resources, groups, operations, rules, assignments };
  yield others;
  for (const name of LISTS) {
    const list: readonly unknown[] = lists[name];
    if (!Array.isArray(list)) yield { [name]: list };
    else yield* piecesOfList(name, list);
  }
}

/** Splits one list into pieces: at least one, so that an empty list arrives as a list. */
export function* piecesOfList(name: (typeof LISTS)[number], list: readonly unknown[]): Generator<DocumentPiece> {
  for (let from = 0; from === 0 || from < list.length; from += RECORDS_IN_PIECE) {
    yield { [name]: list.slice(from, from + RECORDS_IN_PIECE) };
  }
}

/** A piece of the document, or of the document that reassignments are counted from (the baseline). */
export interface PlanPiece {
  readonly of: 'document' | 'baseline';
  readonly piece: DocumentPiece;
}

type Members = DocumentPiece & Record<string, unknown>;

/** Collects the pieces of a plan and compiles it. Of a baseline, only the assignments are used. */
export class PlanPieces {
  private readonly members: { readonly document: Members; readonly baseline: Members } = { document: {}, baseline: {} };

  add({ of, piece }: PlanPiece): void {
    const members = this.members[of];
    for (const [name, value] of Object.entries(piece)) {
      const known = members[name];
      if (Array.isArray(known) && Array.isArray(value)) for (const item of value) known.push(item);
      else members[name] = Array.isArray(value) ? value.slice() : value;
    }
  }

  /** The collected document. What is missing is found when it is compiled. */
  get document(): PlanningDocument<Time> {
    return this.members.document as PlanningDocument<Time>;
  }

  /** Compiles the collected document. Throws CompileError. */
  compile(options: Omit<CompileOptions, 'baseline'>): Instance {
    const { assignments } = this.members.baseline;
    return compile(this.document, {
      ...options,
      ...(assignments === undefined ? {} : { baseline: assignments }),
    });
  }
}
