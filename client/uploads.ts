import type { components } from './schema.d.ts';
import { dataOf, type Tidegate } from './tidegate.ts';

type Schemas = components['schemas'];

const UPLOAD = '/v1/plannings/{id}/operations/bulk-upload/';
const IMPORT = '/v1/organizations/{org_pk}/plannings/import/';

/** A file of operations, in any format that the service reads. */
export interface Upload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The media type of the format. */
  readonly type: string;
  readonly query: {
    readonly station?: string;
    readonly from?: string;
    readonly to?: string;
    readonly mapping?: string;
  };
}

/** The service answered a dry run as if it were none, or the other way round: it is of another version than this client. */
const unexpected = (): TypeError =>
  new TypeError('The service answered in another shape than its interface describes.');

/** Sends the bytes unchanged, in place of the body that the typed client would write as JSON. */
const post = (server: Tidegate, planning: string, { bytes, type, query }: Upload, dryRun: { readonly dryRun?: true }) =>
  dataOf(
    server.POST(UPLOAD, {
      params: { path: { id: planning }, query: { ...query, ...dryRun } },
      body: '',
      bodySerializer: () => bytes,
      headers: { 'Content-Type': type },
    }),
  );

/** Writes the operations of a file. Throws ServiceError with the problems of all rows when any row has one. */
export const uploadFile = async (
  server: Tidegate,
  planning: string,
  upload: Upload,
): Promise<Schemas['BulkUploadResult']> => {
  const answer = await post(server, planning, upload, {});
  if (!('operations' in answer)) throw unexpected();
  return answer;
};

/** What `uploadFile` would do, with the problems of all rows. */
export const tryUpload = async (
  server: Tidegate,
  planning: string,
  upload: Upload,
): Promise<Schemas['BulkUploadPreview']> => {
  const answer = await post(server, planning, upload, { dryRun: true });
  if (!('problems' in answer)) throw unexpected();
  return answer;
};

/** A document that was read from a file. It is not checked here, but by the service that imports it. */
export const uncheckedDocument = (json: unknown): Schemas['PlanningDocument'] => json as Schemas['PlanningDocument'];

/** Makes a planning of a document. */
export const importDocument = async (
  server: Tidegate,
  organization: string,
  document: Schemas['PlanningDocument'],
): Promise<Schemas['ImportedPlanning']> => {
  const params = { path: { org_pk: organization } };
  const answer = await dataOf(server.POST(IMPORT, { params, body: document }));
  if (!('planning' in answer)) throw unexpected();
  return answer;
};

/** What `importDocument` would make. */
export const tryImport = async (
  server: Tidegate,
  organization: string,
  document: Schemas['PlanningDocument'],
): Promise<Schemas['ImportPreview']> => {
  const params = { path: { org_pk: organization }, query: { dryRun: true } };
  const answer = await dataOf(server.POST(IMPORT, { params, body: document }));
  if (!('counts' in answer)) throw unexpected();
  return answer;
};
