import type { Instance } from '../../engine/instance/instance.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { OwnScore, Places, PublicInstance } from './publicInstance.ts';

/** The plan's score by the instance's own definition. Throws when Tidegate's score differs: then the document does not express the instance. */
export const agreedScore = ({ document, score }: PublicInstance, instance: Instance, plan: Placement): OwnScore => {
  const levels = evaluate(instance, plan);
  const { unassigned = 1000, conflict = 2000 } = document.planning.weights ?? {};
  const ours: OwnScore = {
    hard: levels.conflicts / (100 * conflict),
    unassigned: levels.unassigned / (100 * unassigned),
    soft: (levels.rules + levels.reassigned) / 100,
  };
  if (score === null) return ours;
  const own = score(placesOf(instance, plan));
  if (own.unassigned !== ours.unassigned || own.soft !== ours.soft || own.hard > 0 !== ours.hard > 0) {
    throw new Error(`${document.planning.name}: is ${JSON.stringify(own)}, but was scored ${JSON.stringify(ours)}.`);
  }
  return own;
};

const placesOf = ({ names, operation }: Instance, plan: Placement): Places => {
  const places = new Map<string, string>();
  plan.forEach((resource, part) => {
    if (resource >= 0) places.set(names.operations[operation[part]], names.resources[resource]);
  });
  return places;
};
