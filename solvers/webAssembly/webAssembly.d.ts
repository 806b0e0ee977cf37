/** What the solvers use of WebAssembly. The compiler knows it only together with the types of browsers. */
declare namespace WebAssembly {
  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>);
    readonly exports: object;
  }
}
