/** The top-level folders with code. */
export const ROOMS = [
  'api',
  'assistant',
  'bench',
  'cli',
  'client',
  'db',
  'engine',
  'examples',
  'fixtures',
  'schedule',
  'solvers',
  'tests',
  'web',
];
