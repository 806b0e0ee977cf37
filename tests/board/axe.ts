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

/** Hidden stops of the menu's library that hand the focus on at once: nobody ever rests on one. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** What axe finds against WCAG 2.2 AA on the page as it is now: light, dark and in forced colors. One line a finding and element. */
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
