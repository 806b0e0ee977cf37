import { writeFileSync } from 'node:fs';

/** Writes SVG elements on a white background, legible on any page. */
export const writeSvg = (
  out: string,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  elements: readonly string[],
): void => {
  writeFileSync(
    out,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}" font-family="system-ui, sans-serif" font-size="12" fill="#222">
<rect width="${widthPx}" height="${heightPx}" fill="#fff"/>
${elements.join('\n')}
</svg>
`,
  );
};
