import type { Json, JsonObject } from '../db/versions/entities.ts';

/** Types a value as JSON for the database. This is only a cast; nothing is copied. */
export const toJson = (value: object | null): Json => value as Json;

/** Like `toJson`, for a value that has members. */
export const toJsonObject = (value: object): JsonObject => value as JsonObject;

/** Types a value that was read back; only this program writes it, so nothing is validated. */
export const fromJson = <T>(value: unknown): T => value as T;

/** JSON that may take megabytes: it stays the text that the database returned until it is sent, unless its value is needed. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): Json {
    return fromJson<Json>(JSON.parse(this.text));
  }

  toJSON(): Json {
    return this.value;
  }
}
