import type { PlanningState } from '../../db/versions/planningState.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { currentTasks, operationName } from '../records/operationRecord.ts';
import { listInOrder } from '../records/page.ts';
import { mapSlicedly } from '../turns.ts';
import type { Scope } from '../types.ts';
import { toLocalIso } from '../../engine/zonedTime.ts';
import { contentLine, textValue, utc } from './icalendar.ts';
import { type Placement, placementsOf } from './placements.ts';

/** Exports the plan of a resource as lines of iCalendar (RFC 5545), with one event for each part of an operation. */
export const resourceCalendar = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  resource: string,
): Promise<readonly string[]> => {
  const { state, version } = await readEntity(deps, scope, 'resource', resource);
  const events = await mapSlicedly(await listInOrder(state, 'operation'), (operation) =>
    placementsOf(state, operation)
      .filter((one) => one.resource?.id === resource)
      .flatMap((one) => eventOf(state, version.fields.name, one)),
  );
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tidegate//Tidegate//EN',
    contentLine('NAME', textValue(version.fields.name)),
    ...events.flat(),
    'END:VCALENDAR',
  ];
};

const eventOf = (state: PlanningState, place: string, { operation, assignment, part, time }: Placement): string[] => {
  if (time === null) return [];
  const { inbound, outbound } = currentTasks(state, operation.id);
  const revised = [operation, assignment, inbound, outbound].map((version) => version?.validFrom ?? 0);
  const { timezone } = state.record.fields;
  const scheduled = [inbound, outbound].map((task) =>
    task === undefined ? '' : shown(task.fields.scheduledTime, timezone),
  );
  const { description } = operation.fields;
  return [
    'BEGIN:VEVENT',
    contentLine('UID', textValue(`${state.planning.id}/${operation.id}/${part}@tidegate`)),
    `DTSTAMP:${utc(Math.max(...revised))}`,
    `DTSTART:${utc(time.start)}`,
    `DTEND:${utc(time.end)}`,
    contentLine('SUMMARY', textValue(operationName({ inbound, outbound }))),
    contentLine('LOCATION', textValue(place)),
    contentLine(
      'DESCRIPTION',
      textValue(`Scheduled ${scheduled.join(' to ')} (${timezone})${description ? `\n${description}` : ''}`),
    ),
    'END:VEVENT',
  ];
};

/** A time as a calendar's reader reads it: `2026-11-20 14:05`. */
const shown = (ms: number, zone: string): string => toLocalIso(ms, zone).slice(0, 16).replace('T', ' ');
