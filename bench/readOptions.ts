import { Command } from 'commander';

/** What an option is for, and its value when it is not given; `false`: a flag. */
type Described = Readonly<Record<string, readonly [about: string, byDefault: string | false]>>;
type Read<T extends Described> = { readonly [Name in keyof T]: T[Name][1] extends false ? boolean : string };

/** A bench's own options; `--help` lists them. Ends the process on any that it does not know. */
export const readOptions = <const T extends Described>(described: T): Read<T> => {
  const command = new Command('bench');
  for (const [name, [about, byDefault]] of Object.entries(described))
    command.option(byDefault === false ? `--${name}` : `--${name} <value>`, about, byDefault);
  return command.parse().opts();
};
