import type { RecordProblems } from '../format.ts';
import { pairStops, type Stop } from '../pairing.ts';

/** A movement as far as pairing needs it; still to be judged by its write shape. */
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
  /** What each row has in the columns by which they are joined; empty: nothing. */
  readonly groups: readonly string[];
  readonly by: 'value' | 'order';
  /** Of the columns. */
  readonly name: string;
}

interface Row {
  readonly movement: Movement;
  readonly line: number;
}

const timeOf = ({ scheduledTime, expectedTime, actualTime }: Movement): number =>
  Date.parse(scheduledTime ?? expectedTime ?? actualTime ?? '');

/** Says of each arrival which departure it turns into, where no column has said so. What is cancelled turns into nothing. */
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
