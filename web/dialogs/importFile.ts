import { present } from '../../engine/present.ts';
import { messageOf } from '../../engine/messageOf.ts';
import { dataOf } from '../../client/tidegate.ts';
import { ServiceError } from '../../client/serviceError.ts';
import type { Schemas } from '../panels/service.ts';
import type { Board } from '../shell/board.ts';

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
  /** Writes the file. Resolves with the id of the planning to show, or null for the present one. */
  readonly write: (board: Board) => Promise<string | null>;
}

type Format = 'text/csv' | 'application/x-ndjson' | 'application/json';
type Document = Schemas['PlanningDocument'];

const UPLOAD = '/v1/plannings/{id}/operations/bulk-upload/';
const ROW = /^(?:operations|assignments|resources|locations|tags|rules|groups)\.(\d+)\.?(.*)$/;

/** Previews a file. Throws when its format is not known. */
export const previewFile = async (board: Board, file: File): Promise<ImportPreview> => {
  const text = await file.text();
  if (/\.csv$/i.test(file.name) || file.type === 'text/csv') return previewUpload(board, text, 'text/csv');
  if (/\.(ndjson|jsonl)$/i.test(file.name)) return previewUpload(board, text, 'application/x-ndjson');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('This is neither a CSV, nor lines of JSON, nor a planning document.');
  }
  const isPlanning = typeof read === 'object' && read !== null && 'format' in read;
  return isPlanning ? previewDocument(board, read as Document) : previewUpload(board, text, 'application/json');
};

/** Uploads the text unchanged, in any format. The typed client alone would serialize it as JSON. */
const upload = <T>(board: Board, text: string, format: Format, dryRun: boolean): Promise<T> => {
  const { planning, workspace } = present(board.store.getState().layer);
  const call = board.service(workspace).POST(UPLOAD, {
    params: { path: { id: planning }, ...(dryRun ? { query: { dryRun: 'true' as const } } : {}) },
    body: text,
    bodySerializer: (body) => body as string,
    headers: { 'Content-Type': format },
  });
  return dataOf(call) as Promise<T>;
};

const previewUpload = async (board: Board, text: string, format: Format): Promise<ImportPreview> => {
  const found = await upload<Schemas['BulkUploadPreview']>(board, text, format, true);
  return {
    says: `${found.created} created, ${found.updated} updated, ${found.unchanged} unchanged`,
    problems: found.problems,
    write: async (to) => {
      await upload(to, text, format, false);
      return null;
    },
  };
};

/** The organization of the shown planning; when none is shown, the first one of the user. */
const organizationOf = (board: Board): string => {
  const { plannings, layer, user } = board.store.getState();
  return plannings.find(({ id }) => id === layer?.planning)?.organization ?? user?.organizations[0]?.id ?? '';
};

const IMPORT = '/v1/organizations/{org_pk}/plannings/import/';

const previewDocument = async (board: Board, document: Document): Promise<ImportPreview> => {
  const path = { org_pk: organizationOf(board) };
  const dry = board.service(null).POST(IMPORT, { params: { path, query: { dryRun: 'true' } }, body: document });
  const { name, counts, keepsIds } = (await dataOf(dry)) as Schemas['ImportPreview'];
  const what = `${counts.operations} operations on ${counts.resources} resources, ${counts.assignments} of them with a place`;
  return {
    says: `A new planning, “${name}”: ${what}${keepsIds ? '' : '. Some of its ids are taken, so all records get new ids'}`,
    problems: [],
    write: async (to) => {
      const call = to.service(null).POST(IMPORT, { params: { path }, body: document });
      return ((await dataOf(call)) as Schemas['ImportedPlanning']).planning.id;
    },
  };
};

/** The problems for which the service refused a file, by row. */
export const problemsOf = (error: unknown): readonly RowProblem[] => {
  if (!(error instanceof ServiceError) || error.errors.length === 0) {
    return [{ row: null, path: '', message: messageOf(error) }];
  }
  return error.errors.map(({ path, message }) => {
    const [, row, rest] = ROW.exec(path) ?? [];
    return row === undefined
      ? { row: null, path, message }
      : { row: Number(row) + 1, path: `${path.slice(0, path.indexOf('.'))} ${rest ?? ''}`.trim(), message };
  });
};
