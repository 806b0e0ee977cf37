import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import type { Random } from '../../fixtures/generate/random.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { at, operationInput } from '../../schedule/testing/openSchedule.ts';
import type { Scope } from '../../schedule/types.ts';

/** Other users who write at random, on the mainline and in drafts. */
export interface OthersWork {
  /** Ids of open drafts; published and archived ones are removed. */
  readonly drafts: string[];
  /** Makes one change and returns what it was. */
  change(step: number): Promise<string>;
}

export const othersWork = (schedule: Schedule, scope: Scope, p: string, random: Random): OthersWork => {
  const drafts: string[] = [];
  const pick = <T>(of: readonly T[]): T | undefined => of[random.below(of.length)];
  const some = <T>(of: readonly T[]): T[] => of.filter(() => random.below(3) === 0).slice(0, 3);
  const minutes = (): string => String(10 + random.below(50));

  const actions = (
    where: Scope,
    d: PlanningDocument,
    step: number,
  ): Record<string, () => Promise<unknown> | undefined> => {
    const operation = pick(d.operations)?.id;
    const resource = pick(d.resources)?.id;
    const location = pick(d.locations)?.id;
    const tag = pick(d.tags)?.uuid;
    const group = pick(d.groups)?.id;
    const rule = pick(d.rules)?.id;
    const tags = some(d.tags).map(({ uuid }) => uuid);
    const name = `n${step}`;
    const times = () => ({ expectedTime: at(`07:${minutes()}`) });
    const inDraft = drafts.at(-1);
    const strategy = random.below(2) === 0 ? 'ours' : 'theirs';
    return {
      'create operation': () =>
        schedule.createOperation(
          where,
          operationInput(p, `0${6 + random.below(3)}:${minutes()}`, `10:${minutes()}`, { tags, group: group ?? null }),
        ),
      move: () => operation && schedule.createAssignment(where, { operation, resource, override: true }),
      'move many': () =>
        schedule.bulkAssign(
          where,
          some(d.operations).map(({ id }) => ({ operation: id, resource: pick(d.resources)?.id, override: true })),
        ),
      'move again': () => operation && schedule.createAssignment(where, { operation, resource, override: true }),
      unassign: () => operation && schedule.bulkAssign(where, [{ operation, active: false }]),
      'patch operation': () => operation && schedule.patchOperation(where, operation, { description: name, tags }),
      'patch time': () => operation && schedule.patchOperation(where, operation, { inboundTask: times() }),
      'patch task tags': () => operation && schedule.patchOperation(where, operation, { outboundTask: { tags } }),
      'group operation': () => operation && schedule.patchOperation(where, operation, { group: group ?? null }),
      'delete operation': () => operation && schedule.deleteOperation(where, operation),
      'create tag': () => schedule.createTag(where, { planning: p, category: 'c', value: name }),
      'patch tag': () => tag && schedule.patchTag(where, tag, { color: `#0000${10 + random.below(80)}` }),
      'delete tag': () => tag && schedule.deleteTag(where, tag),
      'create location': () => schedule.createLocation(where, { planning: p, name, parent: location ?? null }),
      'delete location': () => location && schedule.deleteLocation(where, location),
      'create resource': () =>
        location &&
        schedule.createResource(where, {
          planning: p,
          name,
          location,
          tags,
          adjacent: some(d.resources).map(({ id }) => id),
          parent: random.below(2) === 0 ? null : (resource ?? null),
        }),
      'patch resource': () => resource && location && schedule.patchResource(where, resource, { name, location, tags }),
      'delete resource': () => resource && schedule.deleteResource(where, resource),
      'create group': () => schedule.createGroup(where, { planning: p, name }),
      'delete group': () => group && schedule.deleteGroup(where, group),
      'create rule': () =>
        schedule.createRule(where, {
          planning: p,
          name,
          kind: 'match',
          weight: 2,
          operationTags: tags,
          resourceTags: tags,
        }),
      'patch rule': () => rule && schedule.patchRule(where, rule, { weight: step, operationTags: tags }),
      'delete rule': () => rule && schedule.deleteRule(where, rule),
      'patch planning': () =>
        schedule.patchPlanning(where, scope.actor.memberships[0].organization, p, { description: name }),
      import: () =>
        schedule.bulkUpload(where, p, {
          plannings: [],
          operations: ['a', 'b', 'c', 'd'].map((externalId) => ({
            externalId,
            description: name,
            ...operationInput(p, `08:${minutes()}`, `11:${minutes()}`),
          })),
        }),
      revert: async () => {
        const { items } = await schedule.listChangesets(where, p, { limit: 10, cursor: null });
        const undone = pick(items.slice(0, 4));
        return undone && schedule.revertChangeset(where, p, undone.id);
      },
      'revert last': async () => {
        const { items } = await schedule.listChangesets(where, p, { limit: 1, cursor: null });
        return items[0] && schedule.revertChangeset(where, p, items[0].id);
      },
      rebase: () => inDraft && schedule.rebaseWorkspace(scope, inDraft, { strategy }),
      publish: async () => {
        if (inDraft === undefined || random.below(4) > 0) return;
        await schedule.publishWorkspace(scope, inDraft, { strategy });
        drafts.pop();
      },
    } as Record<string, () => Promise<unknown> | undefined>;
  };

  return {
    drafts,
    async change(step) {
      const draft = drafts.at(-1);
      const where = draft === undefined || random.below(2) === 0 ? scope : { ...scope, workspace: draft };
      const all = Object.entries(actions(where, await schedule.exportPlanning(where, p), step));
      const [name, act] = pick(all)!;
      const refusal = await Promise.resolve(act()).then(
        () => null,
        (error: unknown) => {
          // Random writes are sometimes refused; any other error is a fault.
          if (error instanceof ScheduleError) return error.code;
          throw error;
        },
      );
      return `${name} on ${where === scope ? 'the mainline' : 'the draft'}${refusal === null ? '' : ` (${refusal})`}`;
    },
  };
};
