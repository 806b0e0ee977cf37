import type { Instance } from '../instance/instance.ts';
import { durationText, listed, numberText, percentText, plural } from '../wording.ts';
import type { Strategy, StrategyMove } from './strategy.ts';

type Names = Pick<Instance['names'], 'operationLabels' | 'resourceLabels'>;
type Explained = Omit<Strategy, 'explanation'>;

/** Describes the strategy in sentences for planners: what to do, which conflicts that ends, and what remains. */
export const explainStrategy = (strategy: Explained, names: Names): string => {
  const sentences = [`${capitalize(listed(actionsOf(strategy.moves, names)))}.`, outcomeOf(strategy)];
  const probability = strategy.residualProbability;
  if (strategy.creates.length === 0 && probability >= 0.005) {
    sentences.push(`A conflict remains with a probability of ${percentText(probability)}.`);
  }
  return sentences.join(' ');
};

const actionsOf = (moves: readonly StrategyMove[], names: Names): readonly string[] => {
  const said = new Set<StrategyMove>();
  return moves.flatMap((move) => {
    if (said.has(move)) return [];
    const operation = names.operationLabels[move.operation];
    if (move.kind === 'delay') return [`delay ${operation} by ${durationText(move.delaySeconds)}`];
    if (move.kind === 'unassign')
      return [`take ${operation} off ${names.resourceLabels[move.from]} without a new place`];
    const other = moves.find((found) => found.kind === 'swap' && found.from === move.to && found.to === move.from);
    if (move.kind === 'swap' && other) {
      said.add(other);
      const partner = names.operationLabels[other.operation];
      return [
        `swap ${operation} (${names.resourceLabels[move.from]}) with ${partner} (${names.resourceLabels[move.to]})`,
      ];
    }
    return [`move ${operation} from ${names.resourceLabels[move.from]} to ${names.resourceLabels[move.to]}`];
  });
};

const outcomeOf = ({ resolves, creates, delta, reassigned, delayed }: Explained): string => {
  const ends = `Ends ${plural(resolves.length, 'conflict')}`;
  const leaves = creates.length === 0 ? 'makes none' : `makes ${plural(creates.length, 'new one', 'new ones')}`;
  const parts = [
    ...(reassigned > 0 ? [`${plural(reassigned, 'operation')} changed`] : []),
    ...(delayed > 0 ? [`${plural(delayed, 'operation')} delayed`] : []),
  ];
  const disturbed = parts.length === 0 ? '' : `, with ${listed(parts)}`;
  const change =
    delta === 0
      ? 'the score stays'
      : `the score ${delta < 0 ? 'falls' : 'rises'} by ${numberText(Math.abs(delta) / 100)}`;
  return `${ends} and ${leaves}${disturbed}; ${change}.`;
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
