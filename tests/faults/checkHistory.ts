import type { Change, Event, Read, Write } from './history.ts';

/** What is wrong, a line each; none when all that was told held. */
export type Verdict = readonly string[];

/**
 * Judges what clients were told against the planning's history as it is in the end. A planning is one register of many keys whose writes have one
 * order, that of its changesets, so what has to hold is plain (strict serializability, in the manner of Jepsen's checkers):
 *
 * - an acknowledged write is there, as it was written, once; a refused one is not; one without an answer is there at most once
 * - a write that was asked for after another one had been acknowledged comes after it
 * - a read shows what one moment of the history shows, and that moment is not before a write that was acknowledged before the read was asked for, not
 *   before what another read that had ended by then showed, and not after a write that was asked for after the read had ended
 */
export const checkHistory = (events: readonly Event[], changes: readonly Change[]): Verdict => {
  const writes = events.filter((event) => event.kind === 'write');
  const reads = events.filter((event) => event.kind === 'read');
  const positions = new Map(changes.map(({ id }, position) => [id, position]));
  return [
    ...repeated(changes),
    ...writes.flatMap((write) => presence(write, changes, positions)),
    ...order(writes, positions),
    ...staleReads(reads, writes, changes, positions),
  ];
};

const said = ({ client, verb, values }: Write): string => `${verb} of ${client} (${Object.keys(values).join(', ')})`;

const repeated = (changes: readonly Change[]): string[] => {
  const seen = new Set<string>();
  return changes.flatMap(({ id }) => (seen.size === seen.add(id).size ? [`twice: changeset ${id}`] : []));
};

const presence = (write: Write, changes: readonly Change[], positions: ReadonlyMap<string, number>): string[] => {
  const { outcome } = write;
  const wanted = Object.entries(write.values);
  const having = (key: string, value: string): number =>
    changes.filter(({ values, isRevert }) => values[key] === value && isRevert !== true).length;
  if (outcome.kind === 'acknowledged') {
    const position = positions.get(outcome.changeset);
    if (position === undefined) return [`lost: ${said(write)}, changeset ${outcome.changeset}`];
    const { values } = changes[position];
    const wrong = wanted.filter(([key, value]) => values[key] !== value).map(([key]) => key);
    if (wrong.length > 0) return [`lost in part: ${said(write)} did not write ${wrong.join(', ')}`];
  }
  const counts = new Set(wanted.map(([key, value]) => having(key, value)));
  if (counts.size > 1) return [`torn: ${said(write)} is there in part`];
  const [count = 0] = counts;
  if (outcome.kind === 'refused' && count > 0) return [`refused, and there: ${said(write)}`];
  return count > 1 ? [`twice: ${said(write)}`] : [];
};

/** In order of when they were asked for, none may be before one that was acknowledged by then. */
const order = (writes: readonly Write[], positions: ReadonlyMap<string, number>): string[] => {
  const told = writes.flatMap((write) => {
    const position = write.outcome.kind === 'acknowledged' ? positions.get(write.outcome.changeset) : undefined;
    return position === undefined ? [] : [{ write, position }];
  });
  const byEnd = told.toSorted((a, b) => a.write.until - b.write.until);
  const problems: string[] = [];
  let next = 0;
  let latest: (typeof told)[number] | null = null;
  for (const one of told.toSorted((a, b) => a.write.from - b.write.from)) {
    for (; next < byEnd.length && byEnd[next].write.until < one.write.from; next++)
      if (latest === null || byEnd[next].position > latest.position) latest = byEnd[next];
    if (latest !== null && one.position < latest.position)
      problems.push(`out of order: ${said(one.write)} lies before ${said(latest.write)}, which had been acknowledged`);
  }
  return problems;
};

/**
 * Moments are numbers of changes that are there: 0 … changes.length. Each read is given the earliest moment that it can be of, in order of when it was
 * asked for: bounds are lower ones of other reads' moments alone, so a later moment never helps.
 */
const staleReads = (
  reads: readonly Read[],
  writes: readonly Write[],
  changes: readonly Change[],
  positions: ReadonlyMap<string, number>,
): string[] => {
  const acknowledged = writes
    .flatMap(({ outcome, from, until }) => {
      const position = outcome.kind === 'acknowledged' ? positions.get(outcome.changeset) : undefined;
      return position === undefined ? [] : [{ from, until, moment: position + 1 }];
    })
    .toSorted((a, b) => a.until - b.until);
  const byStart = acknowledged.toSorted((a, b) => b.from - a.from);
  const timelines = new Map<string, { readonly moment: number; readonly value: string | null }[]>();
  for (const [position, { values }] of changes.entries()) {
    for (const [key, value] of Object.entries(values)) {
      const line = timelines.get(key) ?? [{ moment: 0, value: null }];
      timelines.set(key, line);
      line.push({ moment: position + 1, value });
    }
  }
  const problems: string[] = [];
  const placed: { readonly until: number; readonly moment: number }[] = [];
  for (const read of reads.toSorted((a, b) => a.from - b.from)) {
    const since = [...acknowledged, ...placed]
      .filter(({ until }) => until < read.from)
      .reduce((most, { moment }) => Math.max(most, moment), 0);
    const before = byStart
      .filter(({ from }) => from > read.until)
      .reduce((least, { moment }) => Math.min(least, moment - 1), changes.length);
    const line = timelines.get(read.key) ?? [{ moment: 0, value: null }];
    const spans = line.map(({ moment, value }, i) => ({ moment, value, end: (line[i + 1]?.moment ?? Infinity) - 1 }));
    const fitting = spans.find(
      ({ moment, value, end }) => value === read.value && end >= since && Math.max(moment, since) <= before,
    );
    if (fitting !== undefined) {
      placed.push({ until: read.until, moment: Math.max(fitting.moment, since) });
      continue;
    }
    const what = spans.some(({ value }) => value === read.value) ? 'stale or too early' : 'never written';
    problems.push(`${what}: ${read.client} read ${read.key} = ${read.value ?? 'nothing'}`);
  }
  return problems;
};
