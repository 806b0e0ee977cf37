/** `npx node bench/pictures/drawDay.ts PLAN [OUT.svg]` draws a plan's busiest resources before and after solving, with conflicts in red. */
import { readFileSync, writeFileSync } from 'node:fs';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';

const [file, out = 'docs/pictures/demoDay.svg'] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npx node bench/pictures/drawDay.ts PLAN [OUT.svg]');
  process.exit(2);
}

const ROWS = 22;
const ROW_PX = 13;
const WIDTH_PX = 940;
const LABEL_PX = 64;
const HEADER_PX = 34;
const SECONDS = 10;

const document = JSON.parse(readFileSync(file, 'utf8')) as PlanningDocument;
const instance = compile(document);
const before = placementOf(instance);
const pool = new SolverPool({ threads: 1 });
const { solution, seconds } = await pool.run({
  instance,
  solver: 'auto',
  parameters: { timeLimitSeconds: SECONDS, seed: 1 },
});
await pool.close();

const conflictsOf = (placement: Placement) => findConflicts(instance, placement);
const rowsOf = (): number[] => {
  const counts = new Map<number, number>();
  for (const { a, b } of conflictsOf(before))
    for (const part of [a, b]) counts.set(before[part], (counts.get(before[part]) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, left], [b, right]) => right - left || a - b)
    .slice(0, ROWS)
    .map(([resource]) => resource)
    .toSorted((a, b) => a - b);
};

const rows = rowsOf();
const from = Math.min(...instance.start) + 14 * 3600;
const to = from + 18 * 3600;
const x = (time: number): number =>
  LABEL_PX + ((Math.min(Math.max(time, from), to) - from) / (to - from)) * (WIDTH_PX - LABEL_PX);

const bar = ({ start, end }: Instance, part: number, row: number, top: number, fill: string): string => {
  const left = x(start[part]);
  const width = Math.max(1, x(end[part]) - left - 0.6);
  return `<rect x="${left.toFixed(1)}" y="${(top + row * ROW_PX + 2).toFixed(1)}" width="${width.toFixed(1)}" height="${ROW_PX - 4}" rx="2" fill="${fill}"/>`;
};

const panel = (title: string, placement: Placement, top: number): string => {
  const conflicts = conflictsOf(placement);
  const bad = new Set(conflicts.flatMap(({ a, b }) => [a, b]));
  const lines = [`<text x="0" y="${top - 12}" class="title">${title}: ${conflicts.length} conflicts</text>`];
  rows.forEach((resource, row) => {
    const y = top + row * ROW_PX;
    lines.push(`<text x="0" y="${y + 10}">${instance.names.resources[resource].replace('stand-', '')}</text>`);
    lines.push(`<line x1="${LABEL_PX}" y1="${y + ROW_PX}" x2="${WIDTH_PX}" y2="${y + ROW_PX}" class="grid"/>`);
    placement.forEach((place, part) => {
      const hidden = place !== resource || instance.end[part] <= from || instance.start[part] >= to;
      if (hidden) return;
      const moved = before[part] !== place;
      lines.push(bar(instance, part, row, top, bad.has(part) ? '#d62839' : moved ? '#2a9d8f' : '#8fa3bf'));
    });
  });
  return lines.join('\n');
};

const height = HEADER_PX + ROWS * ROW_PX;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_PX} ${2 * height + 34}" font-family="system-ui, sans-serif" font-size="9" role="img" aria-label="Resources of ${document.planning.name} before and after solving">
<style>text{fill:#44546a}.title{font-size:14px;font-weight:600}.grid{stroke:#e3e8ef;stroke-width:.5}</style>
<rect width="100%" height="100%" fill="#fff"/>
<g transform="translate(6 6)">
${panel('As planned, hit by the day', before, HEADER_PX)}
${panel(`After ${Math.round(seconds)} s`, solution.placement, HEADER_PX + height + 8)}
<text x="0" y="${2 * height + 22}">${rows.length} of ${instance.resourceCount} stands, ${document.planning.name}. Red: in conflict. Green: moved. Grey: as planned.</text>
</g></svg>
`;
writeFileSync(out, svg);
console.log(`${out}: ${conflictsOf(before).length} conflicts before, ${conflictsOf(solution.placement).length} after`);
