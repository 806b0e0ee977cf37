import type { Instance } from '../instance/instance.ts';
import type { Strategy, StrategyMove } from './strategy.ts';

/** The labels of operations and resources, by index. */
export interface Labels {
  operation(index: number): string;
  resource(index: number): string;
}

/** Labels that are the ids. */
export const idLabels = ({ names }: Instance): Labels => ({
  operation: (index) => names.operations[index],
  resource: (index) => names.resources[index],
});

type Explained = Omit<Strategy, 'explanation'>;

/** Describes the strategy in sentences for planners: what to do, which conflicts that ends, and what remains. */
export const explainStrategy = (strategy: Explained, labels: Labels): string => {
  const sentences = [`${capitalize(join(actionsOf(strategy.moves, labels)))}.`, outcomeOf(strategy)];
  const probability = strategy.residualProbability;
  if (strategy.creates.length === 0 && probability >= 0.005) {
    sentences.push(`A conflict remains with a probability of ${Math.round(100 * probability)} %.`);
  }
  return sentences.join(' ');
};

const actionsOf = (moves: readonly StrategyMove[], labels: Labels): readonly string[] => {
  const said = new Set<StrategyMove>();
  return moves.flatMap((move) => {
    if (said.has(move)) return [];
    const operation = labels.operation(move.operation);
    if (move.kind === 'delay') return [`delay ${operation} by ${minutes(move.delaySeconds)}`];
    if (move.kind === 'unassign') return [`take ${operation} off ${labels.resource(move.from)} without a new place`];
    const other = moves.find((found) => found.kind === 'swap' && found.from === move.to && found.to === move.from);
    if (move.kind === 'swap' && other) {
      said.add(other);
      const partner = labels.operation(other.operation);
      return [`swap ${operation} (${labels.resource(move.from)}) with ${partner} (${labels.resource(move.to)})`];
    }
    return [`move ${operation} from ${labels.resource(move.from)} to ${labels.resource(move.to)}`];
  });
};

const outcomeOf = ({ resolves, creates, delta, reassigned, delayed }: Explained): string => {
  const ends = `Ends ${count(resolves.length, 'conflict')}`;
  const leaves = creates.length === 0 ? 'makes none' : `makes ${count(creates.length, 'new one', 'new ones')}`;
  const parts = [
    ...(reassigned > 0 ? [`${count(reassigned, 'operation')} changed`] : []),
    ...(delayed > 0 ? [`${count(delayed, 'operation')} delayed`] : []),
  ];
  const disturbed = parts.length === 0 ? '' : `, with ${join(parts)}`;
  const change =
    delta === 0 ? 'the score stays' : `the score ${delta < 0 ? 'falls' : 'rises'} by ${Math.abs(delta) / 100}`;
  return `${ends} and ${leaves}${disturbed}; ${change}.`;
};

const minutes = (seconds: number): string => count(Math.round(seconds / 60), 'minute');

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

const join = (list: readonly string[]): string =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
