/**
 * Node reads a library's package.json again for each of its files. That of drizzle-orm is so long that a start takes a second longer. Its files
 * import each other by relative paths and are all ES modules, which is all that is asked here. The package bundles the library instead.
 */
import module from 'node:module';

module.registerHooks({
  resolve(specifier, context, nextResolve) {
    return specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context);
  },
});
