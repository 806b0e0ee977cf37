import type { Json } from '../db/versions/entities.ts';

/** A value of this program as the database keeps it: JSON by its type, and not copied. */
export const toJson = (value: object | null): Json => value as Json;

/** The same read back; this program alone writes it. */
export const fromJson = <T>(value: unknown): T => value as T;

/** JSON that may take megabytes: it stays the text that it was stored as, up to where it is sent, unless somebody looks at its value. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): Json {
    return JSON.parse(this.text) as Json;
  }

  toJSON(): Json {
    return this.value;
  }
}
