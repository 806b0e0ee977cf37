import { Command } from 'commander';

/** The description of each option and its default; `false` makes it a flag. */
type Described = Readonly<Record<string, readonly [about: string, byDefault: string | false]>>;
type Read<T extends Described> = { readonly [Name in keyof T]: T[Name][1] extends false ? boolean : string };

/** Reads a list such as `1,2,4`. */
export const numbers = (text: string): number[] => text.split(',').map(Number);

/** Reads a bench's own options; `--help` lists them. Ends the process on an unknown option. */
export const readOptions = <const T extends Described>(described: T): Read<T> => {
  const command = new Command('bench');
  for (const [name, [about, byDefault]] of Object.entries(described))
    command.option(byDefault === false ? `--${name}` : `--${name} <value>`, about, byDefault);
  return command.parse().opts();
};
