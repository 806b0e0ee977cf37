import { compile, type CompileOptions } from './compile.ts';
import type { Instance } from './instance.ts';
import type { PlanningDocument, Time } from './planningDocument.ts';

/** Some members of a planning document, and some records of its lists: little enough to be made and sent at once. */
export type DocumentPiece = Partial<PlanningDocument<Time>>;

const RECORDS_IN_PIECE = 250;
const LISTS = ['locations', 'tags', 'resources', 'groups', 'operations', 'rules', 'assignments'] as const;

/** A document in pieces. What is no list where one belongs goes whole: whoever reads the document says what is wrong with it. */
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

/** At least one, so that an empty list is a list. */
export function* piecesOfList(name: (typeof LISTS)[number], list: readonly unknown[]): Generator<DocumentPiece> {
  for (let from = 0; from === 0 || from < list.length; from += RECORDS_IN_PIECE) {
    yield { [name]: list.slice(from, from + RECORDS_IN_PIECE) };
  }
}

/** A piece of the document, or of the one that reassignments are counted from. */
export interface PlanPiece {
  readonly of: 'document' | 'baseline';
  readonly piece: DocumentPiece;
}

type Members = DocumentPiece & Record<string, unknown>;

/** Takes in the pieces of a plan, and compiles it. Of a baseline the assignments count alone. */
export class PlanPieces {
  private readonly members = { document: {} as Members, baseline: {} as Members };

  add({ of, piece }: PlanPiece): void {
    const members = this.members[of];
    for (const [name, value] of Object.entries(piece)) {
      const known = members[name];
      if (Array.isArray(known) && Array.isArray(value)) for (const item of value as unknown[]) known.push(item);
      else members[name] = Array.isArray(value) ? value.slice() : value;
    }
  }

  /** Throws CompileError. */
  compile(options: Omit<CompileOptions, 'baseline'>): Instance {
    const { assignments } = this.members.baseline;
    // What is missing is found when it is read.
    return compile(this.members.document as PlanningDocument<Time>, {
      ...options,
      ...(assignments === undefined ? {} : { baseline: assignments }),
    });
  }
}
