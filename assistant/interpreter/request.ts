import type { Understood } from './grammar.ts';
import type { Intent } from './language.ts';
import type { Token } from './tokens.ts';

/** A request as it was understood, with the tokens that say all of it: those of its own sentence and those taken from an earlier one. */
export interface Request {
  readonly tokens: readonly Token[];
  readonly understood: Understood;
}

export const asking = ({ tokens }: Request, intent: Intent, slots: Understood['slots']): Request => ({
  tokens,
  understood: { intent, slots },
});
