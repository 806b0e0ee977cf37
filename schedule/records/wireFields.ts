import type { Version } from '../../db/versions/entities.ts';
import { derivedExpectedTime } from '../tasks/window.ts';
import { PART_TIMES } from '../entities/assignment.ts';
import { TASK_TIMES } from '../entities/task.ts';
import { instant, wireInstants } from './instants.ts';

/** The fields of an entity in the format of the API, for diffs and clashes: instants are ISO 8601, and a tag's id is its `uuid`. */
export const wireFields = (version: Version): Readonly<Record<string, unknown>> => {
  const { id, versionId, workspace } = version;
  const known = { versionId, workspace };
  switch (version.kind) {
    case 'tag':
      return { uuid: id, ...version.fields, ...known };
    case 'task': {
      const { fields } = version;
      return {
        id,
        ...fields,
        ...wireInstants(TASK_TIMES, fields),
        plannedTime: instant(fields.scheduledTime),
        derivedExpectedTime: instant(derivedExpectedTime(fields)),
        ...known,
      };
    }
    case 'assignment': {
      const { fields } = version;
      const parts = fields.parts.map((part) => ({ ...part, ...wireInstants(PART_TIMES, part) }));
      const resource = parts[0]?.resource ?? null;
      return { id, ...fields, parts, resource, assignedAt: instant(fields.assignedAt), ...known };
    }
    case 'workspace': {
      // Change numbers are internal.
      const { baseChange: _base, publishedChange: _published, ...fields } = version.fields;
      return { id, ...fields, ...known };
    }
    default:
      return { id, ...version.fields, ...known };
  }
};
