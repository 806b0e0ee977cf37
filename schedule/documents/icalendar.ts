const LINE_OCTETS = 75;
const encoder = new TextEncoder();
/** Control characters, which TEXT values must not contain (RFC 5545, section 3.1). */
const CONTROLS = /[^\P{Cc}\n]/gu;

/** Escapes a value of type TEXT (RFC 5545, section 3.3.11). */
export const textValue = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** Formats a content line, folded into lines of at most 75 octets without splitting a character (RFC 5545, section 3.1). */
export const contentLine = (name: string, value: string): string => {
  let folded = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
};

/** Formats an instant (epoch ms) in UTC, without milliseconds: `20261120T093000Z`. */
export const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
