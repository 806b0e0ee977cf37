import { fromJson } from '../storedAs.ts';
import type { StoredMapping } from '../../db/accounts/accounts.ts';
import { StoreError } from '../../db/storeError.ts';
import type { JsonObject } from '../../db/versions/entities.ts';
import { authorizeOrganization, locate, notFound } from '../access/authorize.ts';
import { createOnce } from '../changes/idempotency.ts';
import { completeMapping, type UploadMappingInput, type UploadMappingRecord } from '../entities/uploadMapping.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { toError } from '../problems.ts';
import { instant } from '../records/instants.ts';
import { pageAfter } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

/** The most mappings of one organization. */
const MOST_MAPPINGS = 200;

const record = ({
  id,
  name,
  mapping,
  createdBy,
  updatedBy,
  createdAt,
  updatedAt,
}: StoredMapping): UploadMappingRecord => {
  const when = { createdAt: instant(createdAt), updatedAt: instant(updatedAt) };
  return { id, name, ...completeMapping(fromJson<UploadMappingInput>(mapping)), createdBy, updatedBy, ...when };
};

const stored = (input: UploadMappingInput): JsonObject => ({ ...completeMapping(input) });

/** Runs a write, and reports a name that is taken already. */
const orTaken = async <T>(name: string, write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.code !== 'id_taken') throw error;
    const message = `The organization has an upload mapping called ${name} already.`;
    throw toError([{ path: 'name', code: 'name_taken', message }]);
  });

export const listUploadMappings = async (
  { accounts }: Ports,
  scope: Scope,
  organization: string,
  request: PageRequest,
): Promise<Listed<UploadMappingRecord>> => {
  authorizeOrganization(scope, organization, 'viewer');
  return pageAfter((await accounts.uploadMappings(organization)).map(record), request, ({ name }) => name);
};

export const createUploadMapping = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  input: UploadMappingInput,
): Promise<UploadMappingRecord> => {
  authorizeOrganization(scope, organization, 'planner');
  return createOnce(deps, scope, async (keepCreated) => {
    const [at, by] = [deps.clock(), scope.actor.user];
    const made = {
      id: deps.ids(),
      organization,
      name: input.name,
      mapping: stored(input),
      createdBy: by,
      createdAt: at,
      updatedBy: by,
      updatedAt: at,
    };
    const create = deps.transaction(async (sql) => {
      if ((await deps.accounts.createUploadMapping(made, MOST_MAPPINGS, sql)) === 'full') {
        const message = `An organization can have at most ${MOST_MAPPINGS} upload mappings; delete one first.`;
        throw new ScheduleError('too_many_items', message);
      }
      await keepCreated(sql, record(made), null);
    });
    await orTaken(input.name, create);
    return record(made);
  });
};

export const getUploadMapping = async (
  { accounts }: Ports,
  scope: Scope,
  organization: string,
  id: string,
): Promise<UploadMappingRecord> => {
  authorizeOrganization(scope, organization, 'viewer');
  const found = await accounts.uploadMapping(organization, id);
  if (found === undefined) throw notFound('upload mapping', id);
  return record(found);
};

/** Replaces the whole mapping. */
export const putUploadMapping = async (
  { accounts, clock }: Ports,
  scope: Scope,
  organization: string,
  id: string,
  input: UploadMappingInput,
): Promise<UploadMappingRecord> => {
  authorizeOrganization(scope, organization, 'planner');
  const change = { name: input.name, mapping: stored(input), updatedBy: scope.actor.user, updatedAt: clock() };
  const found = await orTaken(input.name, accounts.updateUploadMapping(organization, id, change));
  if (found === undefined) throw notFound('upload mapping', id);
  return record(found);
};

export const deleteUploadMapping = async (
  { accounts }: Ports,
  scope: Scope,
  organization: string,
  id: string,
): Promise<void> => {
  authorizeOrganization(scope, organization, 'planner');
  if (!(await accounts.deleteUploadMapping(organization, id))) throw notFound('upload mapping', id);
};

/** The mapping that an upload into the planning names: one of the planning's organization. Throws 400 where there is none. */
export const mappingForUpload = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
): Promise<UploadMappingRecord> => {
  const { organization } = await locate(deps, scope, 'planning', planning, 'planner');
  const found = await deps.accounts.uploadMapping(organization, id);
  if (found !== undefined) return record(found);
  throw toError([{ path: 'mapping', code: 'unknown_reference', message: `names no upload mapping: ${id}` }]);
};
