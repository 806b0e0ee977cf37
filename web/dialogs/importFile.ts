import { present } from '../../engine/present.ts';
import { isRecord } from '../../engine/recordOf.ts';
import { messageOf } from '../../engine/messageOf.ts';
import { ServiceError } from '../../client/serviceError.ts';
import {
  importDocument,
  tryImport,
  tryUpload,
  uncheckedDocument,
  type Upload,
  uploadFile,
} from '../../client/uploads.ts';
import type { Tidegate } from '../../client/tidegate.ts';
import type { Schemas } from '../panels/service.ts';
import type { Board } from '../shell/board.ts';
import type { OpenLayer } from '../shell/boardState.ts';
import { type CsvSample, csvSample, speaksOurNames } from './csvSample.ts';

export interface RowProblem {
  /** The row, from 1; null when no single row is at fault. */
  readonly row: number | null;
  readonly path: string;
  readonly message: string;
}

/** The result of a dry run of a file. */
export interface ImportPreview {
  /** A summary such as "3 created, 1 updated" or "1212 operations on 161 resources". */
  readonly says: string;
  readonly problems: readonly RowProblem[];
  /** What is taken in a way that somebody may want to check. */
  readonly warnings: readonly RowProblem[];
  /** Writes the file. Resolves with the planning to show, or null for the present one. */
  readonly write: (board: Board) => Promise<OpenLayer | null>;
}

type Document = Schemas['PlanningDocument'];

/** The place of a problem: an item of a document or an upload, or a line of a file. */
const ROW = /^(operations|movements|lines|assignments|resources|locations|tags|rules|groups)\.(\d+)\.?(.*)$/;

/** What a file of an airline or a port needs besides its content; empty members mean the place of the planning, and all days. */
export interface Place {
  readonly station: string;
  readonly from: string;
  readonly to: string;
}
export const NO_PLACE: Place = { station: '', from: '', to: '' };

/** The kind of a file: a planning document, or a format of the upload. */
export type Recognized =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'columns'; readonly sample: CsvSample; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'upload';
      readonly type: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Whether the file may contain several places and days. */
      readonly hasPlace: boolean;
    };

const SSIM = 'application/x-ssim';
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/\.(?:ndjson|jsonl)$/i, 'application/x-ndjson'],
  [/\.(?:ssim|ssi)$/i, SSIM],
  [/\.(?:xml|aidx)$/i, 'application/xml'],
];

/** Spreadsheets save tables separated by tabs as text, which other files are, too. */
const isTable = ({ name, type }: File, { headers, rows }: CsvSample): boolean => {
  if (/\.csv$/i.test(name) || type === 'text/csv') return true;
  return (
    /\.(?:tsv|tab|txt)$/i.test(name) && headers.length > 1 && rows.length > 0 && !/^[[{<]/.test(present(headers[0]))
  );
};

/** The media type of a file of an airline or port, or of lines of JSON. */
const typeOf = ({ name }: File, { headers }: CsvSample): string | undefined =>
  headers[0]?.startsWith('1AIRLINE STANDARD SCHEDULE') ? SSIM : BY_NAME.find(([pattern]) => pattern.test(name))?.[1];

/** Recognizes a file by its name and content. Throws when it is of no kind that can be imported. */
export const recognize = async (file: File): Promise<Recognized> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sample = csvSample(bytes);
  if (isTable(file, sample)) {
    if (!speaksOurNames(sample)) return { kind: 'columns', sample, bytes };
    return { kind: 'upload', type: 'text/csv', bytes, hasPlace: false };
  }
  const type = typeOf(file, sample);
  if (type !== undefined) return { kind: 'upload', type, bytes, hasPlace: type !== 'application/x-ndjson' };
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(
      'This is neither a CSV (as which a spreadsheet can save a table), nor lines of JSON, nor a planning document, nor a file of an airline or port (SSIM, AIDX, DCSA).',
    );
  }
  if (typeof read === 'object' && read !== null && 'format' in read)
    return { kind: 'document', document: uncheckedDocument(read) };
  if (Array.isArray(read) && isRecord(read[0]) && 'vesselSchedules' in read[0])
    return { kind: 'upload', type: 'application/vnd.dcsa.ovs+json', bytes, hasPlace: true };
  return { kind: 'upload', type: 'application/json', bytes, hasPlace: false };
};

/** The service and the planning that the board shows. */
const shownBy = (board: Board): readonly [Tidegate, string] => {
  const { planning, workspace } = present(board.store.getState().layer);
  return [board.service(workspace), planning];
};

/** Says what an upload would do, by a dry run. */
export const previewUpload = async (board: Board, what: Upload): Promise<ImportPreview> => {
  const found = await tryUpload(...shownBy(board), what);
  const ended = found.deleted > 0 ? `, ${found.deleted} ended` : '';
  return {
    says: `${found.created} created, ${found.updated} updated, ${found.unchanged} unchanged${ended}`,
    problems: found.problems,
    warnings: found.warnings,
    write: async (to) => {
      await uploadFile(...shownBy(to), what);
      return null;
    },
  };
};

/** The organization of the shown planning; when none is shown, the first one of the user. */
export const organizationOf = (board: Board): string => {
  const { layer, user } = board.store.getState();
  return layer?.organization ?? user?.organizations[0]?.id ?? '';
};

export const previewDocument = async (board: Board, document: Document): Promise<ImportPreview> => {
  const organization = organizationOf(board);
  const { name, counts, keepsIds, warnings } = await tryImport(board.service(null), organization, document);
  const what = `${counts.operations} operations on ${counts.resources} resources, ${counts.assignments} of them with a place`;
  return {
    says: `A new planning, “${name}”: ${what}${keepsIds ? '' : '. Some of its ids are taken, so all records get new ids'}`,
    problems: [],
    warnings: warnings.map(rowProblem),
    write: async (to) => {
      const { planning } = await importDocument(to.service(null), organization, document);
      return { planning: planning.id, organization, workspace: null, change: null };
    },
  };
};

/** The problems for which the service refused a file, by row. */
export const problemsOf = (error: unknown): readonly RowProblem[] => {
  if (!(error instanceof ServiceError) || error.errors.length === 0) {
    return [{ row: null, path: '', message: messageOf(error) }];
  }
  return error.errors.map(rowProblem);
};

const rowProblem = ({ path, message }: Omit<RowProblem, 'row'>): RowProblem => {
  const [, list = '', place, rest = ''] = ROW.exec(path) ?? [];
  if (place === undefined) return { row: null, path, message };
  // Lines count from 1, items from 0.
  if (list === 'lines') return { row: Number(place), path: rest, message };
  return { row: Number(place) + 1, path: `${list} ${rest}`.trim(), message };
};
