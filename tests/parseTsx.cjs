/** Loaded before dependency-cruiser, which tells swc nothing of JSX: in a `.tsx` file there is some. */
const swc = require('@swc/core');

const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
