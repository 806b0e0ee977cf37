interface ArrayOf {
  int32: Int32Array;
  float64: Float64Array;
  uint8: Uint8Array;
}

/** What an array holds and how many elements it has. */
export type Field = readonly [kind: keyof ArrayOf, length: number];

const KINDS: {
  readonly [Kind in keyof ArrayOf]: {
    readonly BYTES_PER_ELEMENT: number;
    new (buffer: SharedArrayBuffer, offset: number, length: number): ArrayOf[Kind];
  };
} = { int32: Int32Array, float64: Float64Array, uint8: Uint8Array };

/** Every array begins at a multiple of this many bytes, which suits every kind of element. */
const ALIGNMENT = 8;

/** Lays out typed arrays one after another in one buffer, in the order in which they are named. */
export class SharedLayout<const Fields extends Readonly<Record<string, Field>>> {
  /** Length of the buffer that holds all arrays, in bytes. */
  readonly byteLength: number;
  private readonly fields: Fields;
  private readonly offsets: Readonly<Record<string, number>>;

  constructor(fields: Fields) {
    let offset = 0;
    const offsets: Record<string, number> = {};
    for (const [name, [kind, length]] of Object.entries(fields)) {
      offsets[name] = offset;
      offset += ALIGNMENT * Math.ceil((length * KINDS[kind].BYTES_PER_ELEMENT) / ALIGNMENT);
    }
    this.fields = fields;
    this.offsets = offsets;
    this.byteLength = offset;
  }

  /** Returns the named array in `buffer`, or its first `length` elements. */
  view<Name extends keyof Fields & string>(
    buffer: SharedArrayBuffer,
    name: Name,
    length: number = this.fields[name][1],
  ): ArrayOf[Fields[Name][0]] {
    const kind: Fields[Name][0] = this.fields[name][0];
    return new KINDS[kind](buffer, this.offsets[name], length);
  }
}
