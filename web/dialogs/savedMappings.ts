import { dataOf } from '../../client/tidegate.ts';
import type { Board } from '../shell/board.ts';
import type { Mapping, SavedMapping } from './columnMapping.ts';
import { organizationOf } from './importFile.ts';

const LIST = '/v1/organizations/{org_pk}/upload-mappings/';
const ONE = '/v1/organizations/{org_pk}/upload-mappings/{mapping_id}/';

export const savedMappings = async (board: Board): Promise<readonly SavedMapping[]> =>
  dataOf(board.service(null).GET(LIST, { params: { path: { org_pk: organizationOf(board) } } }));

/** Saves a mapping, replacing the one with the same name. Resolves with the id. */
export const saveMapping = async (board: Board, saved: readonly SavedMapping[], body: Mapping): Promise<string> => {
  const org_pk = organizationOf(board);
  const same = saved.find(({ name }) => name === body.name);
  const { id } =
    same === undefined
      ? await dataOf(board.service(null).POST(LIST, { params: { path: { org_pk } }, body }))
      : await dataOf(board.service(null).PUT(ONE, { params: { path: { org_pk, mapping_id: same.id } }, body }));
  return id;
};
