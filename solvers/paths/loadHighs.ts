import highsPackage, { type Highs } from 'highs';

/** The package's types describe its CommonJS build; as a module, its default export is the loader itself. */
const load = highsPackage as unknown as () => Promise<Highs>;

let highs: Highs | null = null;

/** Loads HiGHS (WebAssembly) once a thread. */
export const prepareHighs = async (): Promise<void> => {
  highs ??= await load();
};

/** Null until it is loaded. */
export const loadedHighs = (): Highs | null => highs;
