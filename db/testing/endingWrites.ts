import type { Sql } from '../connection/database.ts';

/** Errors with which PostgreSQL ends a statement, by SQLSTATE. */
export const TOO_LONG = { code: '57014', message: 'canceling statement due to statement timeout' } as const;
export const FULL = { code: '53100', message: 'could not extend file: No space left on device' } as const;

/** Makes the database end such statements with an error; `before` is such as `update on runs`. Returns a function that makes it accept them again. */
export const endWrites = async (
  sql: Sql,
  before: string,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<() => Promise<void>> => {
  await sql.unsafe(`
    create function end_statement() returns trigger language plpgsql as $$ begin
      raise exception '${message}' using errcode = '${code}';
    end $$;
    create trigger end_statement before ${before} for each row execute function end_statement()`);
  return async () => {
    await sql.unsafe('drop function end_statement cascade');
  };
};
