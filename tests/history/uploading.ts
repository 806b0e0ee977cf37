import type { OperationInput } from '../../schedule/entities/operation.ts';
import { expect } from 'vitest';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Scope } from '../../schedule/types.ts';

/**
 * Uploads an operation that does not exist. Dry runs before and after say what the upload would do, and write nothing that the model would notice.
 */
export const uploading =
  (planning: string, operation: OperationInput) =>
  async (schedule: Schedule, scope: Scope): Promise<void> => {
    const dry = ({ id: _id, ...one }: OperationInput) =>
      schedule.previewUpload(scope, planning, { plannings: [], operations: [one] });
    const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0 };
    expect(await dry(operation)).toEqual({ ...counts, created: 1, problems: [] });
    const uploaded = await schedule.bulkUpload(scope, planning, { plannings: [], operations: [operation] });
    expect(uploaded).toEqual({ ...counts, created: 1, operations: [operation.id] });
    expect(await dry(operation)).toEqual({ ...counts, unchanged: 1, problems: [] });
    expect(await dry({ ...operation, description: 'uploaded' })).toEqual({ ...counts, updated: 1, problems: [] });
    expect(await dry({ ...operation, group: 'nowhere' })).toMatchObject({
      ...counts,
      problems: [{ item: 0, path: 'group', code: 'unknown_reference' }],
    });
  };
