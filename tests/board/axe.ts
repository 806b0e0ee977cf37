import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;

/** Hidden focus stops of the menu library that pass the focus on at once, so no user ever stays on one. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** The violations of WCAG 2.2 AA that axe finds on the current page in light, dark and forced colors; one line per violation and element. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  const findings: string[] = [];
  await page.evaluate(SOURCE);
  for (const look of LOOKS) {
    await page.emulateMedia({ ...look, reducedMotion: 'reduce' });
    const { violations } = await page.evaluate(
      (exclude) =>
        (globalThis as unknown as { axe: { run(context: unknown, options: unknown): Promise<AxeResults> } }).axe.run(
          { exclude },
          {
            resultTypes: ['violations'],
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          },
        ),
      [FOCUS_GUARDS],
    );
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        const why = failureSummary?.split('\n')[1]?.trim() ?? '';
        findings.push(`${look.colorScheme}, forced colors ${look.forcedColors}: ${id} at ${target.join(' ')}: ${why}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  return findings;
};
