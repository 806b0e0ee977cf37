/** The arrows of ARCHITECTURE.md: `cli, api → assistant → schedule → db → engine ← solvers`, and `web → client → engine`. */
const room = (name) => `^${name}/`;
/** Writes the client's types from the interface's description: needs that, and is no part of the client. */
const GENERATOR = '^client/generator/';
const notTest = { pathNot: '\\.test\\.ts$' };

/** A room and the only other rooms it may import. */
const mayImport = (from, rooms) => ({
  name: `${from}-knows-only-${rooms.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: room(from), pathNot: [GENERATOR, notTest.pathNot] },
  to: {
    path: '^(api|assistant|bench|cli|client|db|engine|examples|fixtures|schedule|solvers|tests|web)/',
    pathNot: `^(${[from, ...rooms].join('|')})/`,
  },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    mayImport('engine', []),
    mayImport('solvers', ['engine']),
    mayImport('db', ['engine']),
    mayImport('schedule', ['db', 'engine']),
    mayImport('assistant', ['schedule', 'engine', 'api/contract']),
    mayImport('api', ['assistant', 'schedule', 'engine']),
    mayImport('fixtures', ['engine']),
    mayImport('client', ['engine']),
    {
      name: 'client-runs-in-a-browser',
      severity: 'error',
      from: { path: room('client'), pathNot: [GENERATOR, '\\.test\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    mayImport('examples', ['client', 'engine']),
    mayImport('web', ['engine', 'client']),
    {
      name: 'engine-is-pure',
      comment: 'No package and no node: module, not even for types.',
      severity: 'error',
      from: { path: room('engine'), ...notTest },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'] },
    },
    {
      name: 'solvers-are-pure-outside-the-pool',
      severity: 'error',
      from: { path: room('solvers'), pathNot: ['^solvers/(pool|webAssembly/generator)/', '\\.test\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-imports-zod-codes-and-entities-alone',
      severity: 'error',
      from: { path: '^api/contract/', ...notTest },
      to: {
        pathNot: ['^api/contract/', '^schedule/(errors\\.ts$|entities/)', '^engine/recordOf\\.ts$', '/zod/'],
      },
    },
    {
      name: 'a-solver-imports-no-other-solver',
      comment:
        'The portfolio (solvers/auto) composes them; the registry and the pool run them; every other folder has what several of them are made of.',
      severity: 'error',
      from: { path: '^solvers/([^/]+)/', pathNot: ['^solvers/(auto|pool)/', '\\.test\\.ts$'] },
      to: {
        path: '^solvers/(greedy|localSearch|lagrangian|lp|lpLocal|auto)/',
        pathNot: '^solvers/$1/',
      },
    },
    {
      name: 'sql-lives-in-db',
      severity: 'error',
      from: { pathNot: ['^db/', '\\.test\\.ts$', '^tests/', '^bench/'] },
      to: { path: 'node_modules/(drizzle-orm|postgres|@electric-sql|pg-boss)/' },
    },
    {
      name: 'hono-lives-in-api',
      severity: 'error',
      from: { pathNot: ['^api/', '^cli/', '\\.test\\.ts$', '^tests/', '^bench/'] },
      to: { path: 'node_modules/(hono|@hono)/' },
    },
    {
      name: 'nothing-ships-a-test',
      severity: 'error',
      from: { pathNot: ['\\.test\\.ts$', '^tests/', '^bench/'] },
      to: { path: ['\\.test\\.tsx?$', '^tests/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules/\\.cache|dist[^/]*)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
};
