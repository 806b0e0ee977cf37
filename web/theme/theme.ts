export type Theme = 'system' | 'light' | 'dark';

const DARK = '(prefers-color-scheme: dark)';
const FORCED = '(forced-colors: active)';

/** Where the system forces its colors, colors of the theme have to go with these. */
const isDark = (theme: Theme): boolean =>
  theme === 'system' || matchMedia(FORCED).matches ? matchMedia(DARK).matches : theme === 'dark';

/** Applies a theme, which may follow the system's. `changed` is called when colors change. Returns a function that stops following. */
export const showTheme = (theme: Theme, changed: () => void): (() => void) => {
  const show = (): void => {
    document.documentElement.dataset['theme'] = isDark(theme) ? 'dark' : 'light';
    changed();
  };
  show();
  const queries = [matchMedia(DARK), matchMedia(FORCED)];
  for (const query of queries) query.addEventListener('change', show);
  return () => {
    for (const query of queries) query.removeEventListener('change', show);
  };
};
