import type { RecordProblems } from '../format.ts';
import { pairStops, type Stop } from '../pairing.ts';

/** The members of a movement that pairing needs. They are validated later. */
export interface Movement {
  readonly role?: unknown;
  readonly externalId?: unknown;
  readonly scheduledTime?: string;
  readonly expectedTime?: string;
  readonly actualTime?: string;
  readonly cancelled?: unknown;
  turnsWith?: unknown;
}

interface Rows {
  readonly lines: readonly number[];
  /** For each row, the text of the columns by which rows are joined; empty if there is none. */
  readonly groups: readonly string[];
  readonly by: 'value' | 'order';
  /** The names of the columns, for problems. */
  readonly name: string;
}

interface Row {
  readonly movement: Movement;
  readonly line: number;
}

const timeOf = ({ scheduledTime, expectedTime, actualTime }: Movement): number =>
  Date.parse(scheduledTime ?? expectedTime ?? actualTime ?? '');

/** Pairs each arrival with its departure, unless a column did so. Canceled movements are not paired. */
export const joinMovements = async (
  movements: readonly Movement[],
  rows: Rows,
  problems: RecordProblems,
): Promise<void> => {
  const sides: Record<'inbound' | 'outbound', Stop<Row>[]> = { inbound: [], outbound: [] };
  for (const [i, movement] of movements.entries()) {
    const fleet = rows.groups[i] ?? '';
    const atMs = timeOf(movement);
    const { role } = movement;
    if (
      (role !== 'inbound' && role !== 'outbound') ||
      fleet === '' ||
      Number.isNaN(atMs) ||
      movement.cancelled === true
    )
      continue;
    if (movement.turnsWith !== undefined) continue;
    sides[role].push({ atMs, fleet, through: `${role} ${i}`, value: { movement, line: rows.lines[i] ?? 0 } });
  }
  if (rows.by === 'order') {
    for (const { inbound, outbound } of await pairStops(sides.inbound, sides.outbound))
      if (inbound !== null && outbound !== null) inbound.value.movement.turnsWith = outbound.value.movement.externalId;
    return;
  }
  const departures = byGroup(sides.outbound, rows.name, problems);
  for (const [group, { movement }] of byGroup(sides.inbound, rows.name, problems)) {
    const other = departures.get(group);
    if (other !== undefined) movement.turnsWith = other.movement.externalId;
  }
};

const byGroup = (stops: readonly Stop<Row>[], name: string, problems: RecordProblems): Map<string, Row> => {
  const groups = new Map<string, Row>();
  for (const { fleet, value } of stops) {
    const first = groups.get(fleet);
    if (first === undefined) groups.set(fleet, value);
    else
      problems.add(
        value.line,
        name,
        'duplicate',
        `has the same text as line ${first.line}, on the same side of a turnaround`,
      );
  }
  return groups;
};
