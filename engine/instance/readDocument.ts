import { type RuleKind } from '../objective/rules/ruleKind.ts';
import { checkParameters } from '../objective/rules/parameters.ts';
import { RULE_KINDS, ruleKindOf } from '../objective/rules/ruleKinds.ts';
import { Problems } from './compileError.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  DocumentResource,
  DocumentRule,
  PlanningDocument,
  RunParameters,
  Time,
  Weights,
} from './planningDocument.ts';
import { checkParts } from './parts.ts';
import { checkTime, checkTask } from './window.ts';

/** A valid document, with its lists in order of id and its references resolved. */
export interface Reading {
  readonly document: PlanningDocument<Time>;
  readonly parameters: RunParameters;
  readonly operations: readonly DocumentOperation<Time>[];
  readonly resources: readonly DocumentResource[];
  readonly groups: readonly string[];
  readonly rules: readonly { readonly rule: DocumentRule; readonly kind: RuleKind }[];
  readonly resourceIndex: ReadonlyMap<string, number>;
  readonly groupIndex: ReadonlyMap<string, number>;
  readonly locationIndex: ReadonlyMap<string, number>;
  /** In order of uuid. */
  readonly tagIndex: ReadonlyMap<string, number>;
  readonly assignmentOf: ReadonlyMap<string, DocumentAssignment<Time>>;
}

/** The largest weight. Costs are stored as Int32 in hundredths, and sums of a few weights must fit too. */
export const WEIGHT_LIMIT = 1_000_000;

/** The lists of a planning document, in its order. */
export const LISTS = ['locations', 'tags', 'resources', 'groups', 'operations', 'rules', 'assignments'] as const;

/** The records of the document: id → index. */
interface Indices {
  readonly location: ReadonlyMap<string, number>;
  readonly tag: ReadonlyMap<string, number>;
  readonly resource: ReadonlyMap<string, number>;
  readonly group: ReadonlyMap<string, number>;
  readonly operation: ReadonlyMap<string, number>;
}

/** Reports references to records that do not exist. */
class References {
  private readonly index: Indices;
  private readonly problems: Problems;

  constructor(index: Indices, problems: Problems) {
    this.index = index;
    this.problems = problems;
  }

  one(kind: keyof Indices, id: string | null | undefined, path: string): void {
    if (id == null || this.index[kind].has(id)) return;
    this.problems.add(path, 'unknown_reference', `names no ${kind}: ${id}`);
  }

  all(kind: keyof Indices, ids: readonly string[] | undefined, path: string): void {
    if (ids)
      for (let i = 0; i < ids.length; i++) if (!this.index[kind].has(ids[i])) this.one(kind, ids[i], `${path}.${i}`);
  }
}

/** Checks the document and resolves its references. Throws CompileError with every problem of the document. */
export const readDocument = (document: PlanningDocument<Time>, parameters: RunParameters): Reading => {
  const problems = new Problems();
  checkForm(document, problems);
  const locations = sorted(document.locations, 'id', 'locations', problems);
  const tags = sorted(document.tags, 'uuid', 'tags', problems);
  const resources = sorted(document.resources, 'id', 'resources', problems);
  const groups = sorted(document.groups, 'id', 'groups', problems);
  const operations = sorted(document.operations, 'id', 'operations', problems);
  const rules = sorted(document.rules, 'id', 'rules', problems);
  const index: Indices = {
    location: indexOf(locations, 'id'),
    tag: indexOf(tags, 'uuid'),
    resource: indexOf(resources, 'id'),
    group: indexOf(groups, 'id'),
    operation: indexOf(operations, 'id'),
  };
  const refer = new References(index, problems);
  checkPlaces(document, refer);
  checkOperations(document, refer, problems);
  const assignmentOf = readAssignments(document, refer, problems);
  for (const [i, rule] of document.rules.entries()) checkRule(rule, `rules.${i}`, problems);
  checkNumber(document.planning?.minimumStaySeconds, 'planning.minimumStaySeconds', problems);
  checkWeights(document.planning?.weights, 'planning.weights', problems);
  checkRun(parameters, refer, problems);
  problems.throwIfAny();
  return {
    document,
    parameters,
    operations,
    resources,
    groups: groups.map(({ id }) => id),
    rules: rules.filter((rule) => rule.enabled !== false).map((rule) => ({ rule, kind: ruleKindOf(rule.kind)! })),
    resourceIndex: index.resource,
    groupIndex: index.group,
    locationIndex: index.location,
    tagIndex: index.tag,
    assignmentOf,
  };
};

/** Checks the format and that all lists are present; throws otherwise, because nothing else can be checked without them. */
const checkForm = (document: PlanningDocument<Time>, problems: Problems): void => {
  if (document.format !== 'tidegate/planning@1') {
    problems.add('format', 'invalid_value', `Needs "tidegate/planning@1", not ${JSON.stringify(document.format)}.`);
  }
  for (const list of LISTS) if (!Array.isArray(document[list])) problems.add(list, 'invalid_type', 'Needs a list.');
  problems.throwIfAny();
};

const checkPlaces = ({ locations, resources }: PlanningDocument<Time>, refer: References): void => {
  for (const [i, location] of locations.entries()) refer.one('location', location.parent, `locations.${i}.parent`);
  for (const [i, resource] of resources.entries()) {
    const path = `resources.${i}`;
    refer.one('location', resource.location ?? '', `${path}.location`);
    refer.one('resource', resource.parent, `${path}.parent`);
    refer.all('resource', resource.adjacent, `${path}.adjacent`);
    refer.all('tag', resource.tags, `${path}.tags`);
  }
};

const checkOperations = ({ operations }: PlanningDocument<Time>, refer: References, problems: Problems): void => {
  for (const [i, operation] of operations.entries()) {
    const path = `operations.${i}`;
    refer.one('group', operation.group, `${path}.group`);
    refer.all('tag', operation.tags, `${path}.tags`);
    for (const side of ['inboundTask', 'outboundTask'] as const) {
      const task = operation[side];
      if (!task) continue;
      checkTask(task, `${path}.${side}`, problems);
      refer.all('tag', task.tags, `${path}.${side}.tags`);
    }
  }
};

/** Reads the assignments by operation id. */
const readAssignments = (
  { assignments }: PlanningDocument<Time>,
  refer: References,
  problems: Problems,
): ReadonlyMap<string, DocumentAssignment<Time>> => {
  const assignmentOf = new Map<string, DocumentAssignment<Time>>();
  for (const [i, assignment] of assignments.entries()) {
    const { operation, resource, parts } = assignment;
    const path = `assignments.${i}`;
    refer.one('operation', operation ?? '', `${path}.operation`);
    refer.one('resource', resource, `${path}.resource`);
    if (parts) {
      if (resource != null && parts[0]?.resource !== resource) {
        problems.add(path, 'resource_and_parts', 'Has parts and a resource that is not that of the first part.');
      }
      for (const [j, part] of parts.entries()) refer.one('resource', part.resource, `${path}.parts.${j}.resource`);
      checkParts(parts, `${path}.parts`, problems);
    }
    if (assignmentOf.has(operation)) {
      problems.add(`${path}.operation`, 'duplicate', `Operation ${operation} already has an assignment.`);
    }
    assignmentOf.set(operation, assignment);
  }
  return assignmentOf;
};

const checkRun = (parameters: RunParameters, refer: References, problems: Problems): void => {
  checkWeights(parameters.weights, 'parameters.weights', problems);
  checkNumber(parameters.maxReassignments, 'parameters.maxReassignments', problems);
  for (const [i, limit] of (parameters.frontier ?? []).entries()) {
    checkNumber(limit ?? 0, `parameters.frontier.${i}`, problems);
  }
  refer.all('operation', parameters.frozenOperations, 'parameters.frozenOperations');
  for (const member of ['frozenBefore', 'referenceTime'] as const) {
    if (parameters[member] != null) checkTime(parameters[member], `parameters.${member}`, problems);
  }
};

const checkRule = (rule: DocumentRule, path: string, problems: Problems): void => {
  const kind = ruleKindOf(rule.kind);
  if (!kind) {
    const known = RULE_KINDS.map((known) => known.kind).join(', ');
    problems.add(
      `${path}.kind`,
      'unknown_rule_kind',
      `${JSON.stringify(rule.kind)} is not a kind of rule; the kinds are: ${known}.`,
    );
    return;
  }
  const weight = rule.weight ?? 0;
  if (!Number.isFinite(weight) || Math.abs(weight) > WEIGHT_LIMIT) {
    problems.add(`${path}.weight`, weight < 0 ? 'too_small' : 'too_big', `Needs a number up to ${WEIGHT_LIMIT}.`);
  } else if (weight < 0 && !kind.mayBeNegative) {
    problems.add(`${path}.weight`, 'weight_negative', `Only match and mismatch rules may have a negative weight.`);
  }
  if (rule.hard === true && !kind.mayBeHard) {
    problems.add(`${path}.hard`, 'hard_unsupported', `A rule of kind ${rule.kind} cannot be hard.`);
  }
  checkParameters(rule.parameters ?? {}, kind.parameters, `${path}.parameters`, problems);
};

const checkWeights = (weights: Weights | undefined, path: string, problems: Problems): void => {
  for (const [name, weight] of Object.entries(weights ?? {})) {
    if (weight === undefined || (typeof weight === 'number' && weight >= 0 && weight <= WEIGHT_LIMIT)) continue;
    problems.add(`${path}.${name}`, weightFault(weight), `Needs a number from 0 to ${WEIGHT_LIMIT}.`);
  }
};

/** The code of the problem with a weight that is not a number from 0 to WEIGHT_LIMIT. */
export const weightFault = (weight: unknown): 'invalid_type' | 'weight_negative' | 'too_big' => {
  if (typeof weight !== 'number' || Number.isNaN(weight)) return 'invalid_type';
  return weight < 0 ? 'weight_negative' : 'too_big';
};

const checkNumber = (value: number | undefined, path: string, problems: Problems): void => {
  if (value == null || (Number.isInteger(value) && value >= 0)) return;
  problems.add(path, 'invalid_value', 'Needs an integer that is not negative.');
};

const sorted = <K extends string, T extends { readonly [key in K]: string }>(
  list: readonly T[],
  key: K,
  path: string,
  problems: Problems,
): readonly T[] => {
  const seen = new Set<string>();
  let inOrder = true;
  for (let i = 0; i < list.length; i++) {
    const id = list[i]?.[key];
    if (typeof id !== 'string') {
      problems.add(`${path}.${i}.${key}`, 'invalid_type', 'Needs a string.');
      problems.throwIfAny();
    } else if (seen.has(id))
      problems.add(`${path}.${i}.${key}`, 'duplicate', `names the same record a second time: ${id}`);
    seen.add(id);
    if (i > 0 && list[i - 1][key] > id) inOrder = false;
  }
  return inOrder ? list : [...list].sort((a, b) => (a[key] < b[key] ? -1 : 1));
};

const indexOf = <K extends string>(
  list: readonly { readonly [key in K]: string }[],
  key: K,
): ReadonlyMap<string, number> => {
  const index = new Map<string, number>();
  for (let i = 0; i < list.length; i++) index.set(list[i][key], i);
  return index;
};
