import { bigint } from 'drizzle-orm/pg-core';

/** A column of whole numbers such as epoch milliseconds and change numbers, which all lie within the range of a JavaScript number. */
export const int8 = (name: string) => bigint(name, { mode: 'number' });
