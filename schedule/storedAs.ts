import type { Json } from '../db/versions/entities.ts';

/** A value of this program as the database keeps it: JSON by its type, and not copied. */
export const toJson = (value: object | null): Json => value as Json;

/** The same read back; this program alone writes it. */
export const fromJson = <T>(value: unknown): T => value as T;
