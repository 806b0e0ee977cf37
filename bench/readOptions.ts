import { Command } from 'commander';

/** The description of each option and its default. A number is read as one; `false` makes a flag, and `true` a flag `--no-…`. */
type Described = Readonly<Record<string, readonly [about: string, byDefault: string | number | boolean]>>;
type Wide<D> = D extends boolean ? boolean : D extends number ? number : string;
type Read<T extends Described> = { readonly [Name in keyof T]: Wide<T[Name][1]> };

/** Reads a list such as `1,2,4`. */
export const numbers = (text: string): number[] => text.split(',').map(Number);

/** Reads a bench's own options; `--help` lists them. Ends the process on an unknown option. */
export const readOptions = <const T extends Described>(described: T): Read<T> => {
  const command = new Command('bench');
  for (const [name, [about, byDefault]] of Object.entries(described)) {
    if (typeof byDefault === 'boolean') command.option(byDefault ? `--no-${name}` : `--${name}`, about, byDefault);
    else if (typeof byDefault === 'number') command.option(`--${name} <n>`, about, Number, byDefault);
    else command.option(`--${name} <text>`, about, byDefault);
  }
  return command.parse().opts();
};
