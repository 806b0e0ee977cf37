type Frame = Readonly<Record<'widthPx' | 'heightPx' | 'leftPx' | 'rightPx' | 'topPx' | 'bottomPx', number>>;
type Tick = readonly [value: number, label: string];
type Range = readonly [least: number, most: number];

/** Where a value is between the ends of an axis, from 0 to 1. */
const shareOf = (value: number, [least, most]: Range): number =>
  Math.log(Math.min(Math.max(value, least), most) / least) / Math.log(most / least);

/** The parts of a chart with logarithms on both axes, as SVG; its legend is to the right of it. */
export const logChart = (
  { widthPx, heightPx, leftPx, rightPx, topPx, bottomPx, rowPx = 20 }: Frame & { readonly rowPx?: number },
  across: Range,
  upward: Range,
) => {
  const [right, bottom] = [widthPx - rightPx, heightPx - bottomPx];
  const x = (value: number): string => (leftPx + shareOf(value, across) * (right - leftPx)).toFixed(1);
  const heightOf = (value: number): number => bottom - shareOf(value, upward) * (bottom - topPx);
  const y = (value: number): string => heightOf(value).toFixed(1);
  return {
    x,
    y,
    axes: (columns: readonly Tick[], rows: readonly Tick[], caption: string): string[] => [
      ...columns.map(
        ([value, label]) =>
          `<path d="M${x(value)} ${topPx}V${bottom}" stroke="#ddd"/><text x="${x(value)}" y="${bottom + 16}" text-anchor="middle">${label}</text>`,
      ),
      ...rows.map(
        ([value, label]) =>
          `<path d="M${leftPx} ${y(value)}H${right}" stroke="#ddd"/><text x="${leftPx - 6}" y="${(heightOf(value) + 4).toFixed(1)}" text-anchor="end">${label}</text>`,
      ),
      `<text x="${leftPx}" y="${heightPx - 8}">${caption}</text>`,
    ],
    line: (points: readonly (readonly [number, number])[], color: string): string[] => {
      const places = points.map(([across, up]) => [x(across), y(up)] as const);
      return [
        `<path d="M${places.map((place) => place.join(' ')).join('L')}" fill="none" stroke="${color}" stroke-width="2"/>`,
        ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`),
      ];
    },
    legend: (i: number, name: string, color: string, width = 2): string => {
      const [left, row] = [right + 14, topPx + 8 + i * rowPx];
      return `<path d="M${left} ${row}h18" stroke="${color}" stroke-width="${width}"/><text x="${left + 24}" y="${row + 4}">${name}</text>`;
    },
  };
};
