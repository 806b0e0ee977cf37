import { Verdict } from '../../judge/verdict.ts';
import type { Bar, Spread } from './bar.ts';
import type { PlacedBar, Scene } from './scene.ts';
import { durationText, numberText, percentText } from '../../../engine/wording.ts';
import { timesOf } from './times.ts';

/** The text of a change of the score: "12 better", "2 000 worse" or "no change". */
const sayDelta = (delta: number): string => {
  const size = Math.abs(delta);
  const rounded = size >= 10 ? Math.round(size) : Math.round(size * 10) / 10;
  if (rounded === 0) return 'no change';
  return `${numberText(rounded)} ${delta < 0 ? 'better' : 'worse'}`;
};

/** The text of a verdict without its delta: "free", "overlaps DL 417" or "not eligible, lacks size C". */
export const sayVerdict = (verdict: number, reason: string): string =>
  verdict === Verdict.ineligible
    ? `not eligible${reason === '' ? '' : `, ${reason}`}`
    : verdict === Verdict.conflict
      ? reason
      : 'free';

/** The text of a row's verdict: "D18: free, 12 better" or "A1: not eligible, lacks size C". */
export const sayRow = (name: string, verdict: number, delta: number, reason: string): string => {
  const said = `${name}: ${sayVerdict(verdict, reason)}`;
  return verdict === Verdict.ineligible ? said : `${said}, ${sayDelta(delta)}`;
};

/** The text of a shift in time: "+25 min" or "−1 h 5 min". */
export const sayShift = (seconds: number): string => `${seconds < 0 ? '−' : '+'}${durationText(seconds)}`;

const MOST_CONFLICTS_SAID = 3;

/** The details of a bar, line by line: its name, place and time, their uncertainty, and its conflicts. */
export const sayBar = (scene: Scene, zone: string, { bar }: PlacedBar): readonly string[] => {
  const times = timesOf(zone, scene.busySpan());
  const row = bar.resource === null ? undefined : scene.rows.rowOf.get(bar.resource);
  const place = row?.name ?? 'Unassigned';
  const lines = [bar.name, `${place} · ${times.span(bar.start, bar.end)}${bar.isLocked ? ' · locked' : ''}`];
  if (bar.scheduledStart !== bar.start || bar.scheduledEnd !== bar.end)
    lines.push(`scheduled ${times.span(bar.scheduledStart, bar.scheduledEnd)}`);
  const spread = (name: string, at: Spread | null): string[] =>
    at === null ? [] : [`${name} ${times.span(at.from, at.to)}`];
  const spreads = [...spread('in', bar.early), ...spread('out', bar.late)];
  if (spreads.length > 0) lines.push(`5–95 %: ${spreads.join(', ')}`);
  return [...lines, ...conflictsSaid(scene, bar)];
};

const conflictsSaid = (scene: Scene, { operation }: Bar): readonly string[] => {
  const all = [...scene.conflictsOf(operation)].sort((a, b) => b.probability - a.probability);
  const said = all.slice(0, MOST_CONFLICTS_SAID).map(({ operations, probability }) => {
    const other = operations.find((id) => id !== operation) ?? operation;
    return `! ${scene.barsOfOperation(other)[0]?.bar.name ?? other}, ${percentText(probability)}`;
  });
  const more = all.length - said.length;
  return more > 0 ? [...said, `! and ${more} more`] : said;
};
