import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The only rules that depend on colors. */
const COLOR_RULES = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none', rules: ALL_RULES },
  { colorScheme: 'dark', forcedColors: 'none', rules: COLOR_RULES },
  { colorScheme: 'light', forcedColors: 'active', rules: COLOR_RULES },
] as const;

/** Hidden focus stops of the menu library that pass the focus on at once, so no user ever stays on one. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

type Axe = { run(context: unknown, options: RunOptions): Promise<AxeResults> };

/** The violations of WCAG 2.2 AA that axe finds on the current page in light, dark and forced colors; one line per violation and element. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  const findings: string[] = [];
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  for (const { rules, ...look } of LOOKS) {
    await page.emulateMedia({ ...look, reducedMotion: 'reduce' });
    const { violations } = await page.evaluate(
      ([exclude, runOnly]) =>
        (globalThis as unknown as { axe: Axe }).axe.run(
          { exclude: [exclude] },
          { resultTypes: ['violations'], runOnly },
        ),
      [FOCUS_GUARDS, rules] as const,
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
