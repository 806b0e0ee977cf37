export type Theme = 'system' | 'light' | 'dark';

const DARK = '(prefers-color-scheme: dark)';

const isDark = (theme: Theme): boolean => theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches);

/** Applies a theme, which may follow the system's. `changed` is called when colors change. Returns a function that stops following. */
export const showTheme = (theme: Theme, changed: () => void): (() => void) => {
  const show = (): void => {
    document.documentElement.dataset['theme'] = isDark(theme) ? 'dark' : 'light';
    changed();
  };
  show();
  const queries = [matchMedia(DARK), matchMedia('(forced-colors: active)')];
  for (const query of queries) query.addEventListener('change', show);
  return () => {
    for (const query of queries) query.removeEventListener('change', show);
  };
};
