/**
 * Resolves the relative imports of ES modules without looking anything up, since they name their files. Node reads the package.json around each file: that of
 * drizzle-orm is so long that a start takes a second longer, and the others together take a ninth of the time in which a server's modules are loaded. The
 * package bundles its modules instead.
 */
import module from 'node:module';

const OWN = new URL('..', import.meta.url).href;
/** Packages with many files, all of which are ES modules. */
const PACKAGES = /\/node_modules\/(?:drizzle-orm|jose|zod)\//;

/** The format of the file, if the specifier names one that needs no looking up. */
const formatOf = (/** @type {string} */ specifier, /** @type {string} */ parent) => {
  if (!specifier.startsWith('.')) return undefined;
  if (PACKAGES.test(parent)) return specifier.endsWith('.js') ? 'module' : undefined;
  const isOwn = parent.startsWith(OWN) && !parent.includes('/node_modules/');
  return isOwn && specifier.endsWith('.ts') ? 'module-typescript' : undefined;
};

module.registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    const format = formatOf(specifier, parentURL);
    return format === undefined
      ? nextResolve(specifier, context)
      : { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
  },
});
