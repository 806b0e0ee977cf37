import { firstIndex } from '../../engine/binarySearch.ts';
import type { Change, Event, Read, Write } from './history.ts';

/** The violations, one per line; none if the history is correct. */
export type Verdict = readonly string[];

/**
 * Checks what clients observed against the planning's final history. A planning is a register with many keys whose writes have one order, that of its
 * changesets, so the following must hold (strict serializability, in the manner of Jepsen's checkers):
 * - an acknowledged write is there once, as it was written; a refused one is not there; one without an answer is there at most once
 * - a write that was requested after another one was acknowledged comes after it
 * - a read shows one moment of the history: not before a write that was acknowledged before the read was requested, not before what another read
 * showed that had ended by then, and not after a write that was requested after the read had ended
 */
export const checkHistory = (events: readonly Event[], changes: readonly Change[]): Verdict => {
  const writes = events.filter((event) => event.kind === 'write');
  const reads = events.filter((event) => event.kind === 'read');
  const positions = new Map(changes.map(({ id }, position) => [id, position]));
  const times = timesWritten(changes);
  return [
    ...repeated(changes),
    ...writes.flatMap((write) => presence(write, changes, positions, times)),
    ...order(writes, positions),
    ...staleReads(reads, writes, changes, positions),
  ];
};

const said = ({ client, verb, values }: Write): string => `${verb} of ${client} (${Object.keys(values).join(', ')})`;

const repeated = (changes: readonly Change[]): string[] => {
  const seen = new Set<string>();
  return changes.flatMap(({ id }) => (seen.size === seen.add(id).size ? [`twice: changeset ${id}`] : []));
};

/** How often each value of each key was written. A revert writes no new value but restores an old one. */
const timesWritten = (changes: readonly Change[]): ReadonlyMap<string, ReadonlyMap<string | null, number>> => {
  const times = new Map<string, Map<string | null, number>>();
  for (const { values, isRevert } of changes) {
    if (isRevert === true) continue;
    for (const [key, value] of Object.entries(values)) {
      const ofKey = times.get(key) ?? new Map<string | null, number>();
      times.set(key, ofKey);
      ofKey.set(value, (ofKey.get(value) ?? 0) + 1);
    }
  }
  return times;
};

const presence = (
  write: Write,
  changes: readonly Change[],
  positions: ReadonlyMap<string, number>,
  times: ReturnType<typeof timesWritten>,
): string[] => {
  const { outcome } = write;
  const wanted = Object.entries(write.values);
  if (outcome.kind === 'acknowledged') {
    const position = positions.get(outcome.changeset);
    if (position === undefined) return [`lost: ${said(write)}, changeset ${outcome.changeset}`];
    const { values } = changes[position];
    const wrong = wanted.filter(([key, value]) => values[key] !== value).map(([key]) => key);
    if (wrong.length > 0) return [`lost in part: ${said(write)} did not write ${wrong.join(', ')}`];
  }
  const counts = new Set(wanted.map(([key, value]) => times.get(key)?.get(value) ?? 0));
  if (counts.size > 1) return [`torn: ${said(write)} is there in part`];
  const [count = 0] = counts;
  if (outcome.kind === 'refused' && count > 0) return [`refused, and there: ${said(write)}`];
  return count > 1 ? [`twice: ${said(write)}`] : [];
};

/** Checks, in the order of requests, that none comes before a write that had been acknowledged by then. */
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

/** When a key had a value: from `moment` up to and including `last`. */
interface Span {
  readonly moment: number;
  readonly last: number;
}

/** The spans of each value of each key, in order. */
const spansOf = (changes: readonly Change[]): ReadonlyMap<string, ReadonlyMap<string | null, readonly Span[]>> => {
  const spans = new Map<string, Map<string | null, Span[]>>();
  const now = new Map<string, { readonly moment: number; readonly value: string | null }>();
  const close = (key: string, last: number): void => {
    const { moment, value } = now.get(key) ?? { moment: 0, value: null };
    const ofKey = spans.get(key) ?? new Map<string | null, Span[]>();
    spans.set(key, ofKey);
    const ofValue = ofKey.get(value) ?? [];
    ofKey.set(value, ofValue);
    ofValue.push({ moment, last });
  };
  for (const [position, { values }] of changes.entries()) {
    for (const [key, value] of Object.entries(values)) {
      close(key, position);
      now.set(key, { moment: position + 1, value });
    }
  }
  for (const key of now.keys()) close(key, Infinity);
  return spans;
};

/**
 * Moments are numbers of changes that are visible: 0 … changes.length. Each read is assigned the earliest moment possible, in the order of requests:
 * the only bounds between reads are lower ones, so a later moment never helps. Takes O(n log n): a read that ended before another one was requested
 * was itself requested earlier, so one pass in order of ends, following the one in order of requests, knows the lower bound.
 */
const staleReads = (
  reads: readonly Read[],
  writes: readonly Write[],
  changes: readonly Change[],
  positions: ReadonlyMap<string, number>,
): string[] => {
  const acknowledged = writes.flatMap((write) => {
    const position = write.outcome.kind === 'acknowledged' ? positions.get(write.outcome.changeset) : undefined;
    return position === undefined ? [] : [{ write, moment: position + 1 }];
  });
  const byStart = acknowledged.toSorted((a, b) => a.write.from - b.write.from);
  /** The last moment before each write from there on. */
  const latest = [...byStart.map(({ moment }) => moment - 1), changes.length];
  for (let i = byStart.length - 1; i >= 0; i--) latest[i] = Math.min(latest[i], latest[i + 1]);
  const moments = new Map<Read | Write, number>(acknowledged.map(({ write, moment }) => [write, moment]));
  const byEnd = [...reads, ...acknowledged.map(({ write }) => write)].toSorted((a, b) => a.until - b.until);
  const spans = spansOf(changes);
  const never = new Map([[null, [{ moment: 0, last: Infinity }]]]);
  const problems: string[] = [];
  let [ended, since] = [0, 0];
  for (const read of reads.toSorted((a, b) => a.from - b.from)) {
    for (; ended < byEnd.length && byEnd[ended].until < read.from; ended++)
      since = Math.max(since, moments.get(byEnd[ended]) ?? 0);
    const before = latest[firstIndex(0, byStart.length, (i) => byStart[i].write.from > read.until)];
    const fitting: readonly Span[] = (spans.get(read.key) ?? never).get(read.value) ?? [];
    const span: Span | undefined = fitting[firstIndex(0, fitting.length, (i) => fitting[i].last >= since)];
    const moment = Math.max(span?.moment ?? Infinity, since);
    if (moment <= before) {
      moments.set(read, moment);
      continue;
    }
    const what = fitting.length > 0 ? 'stale or too early' : 'never written';
    problems.push(`${what}: ${read.client} read ${read.key} = ${read.value ?? 'nothing'}`);
  }
  return problems;
};
