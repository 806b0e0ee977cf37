import type { Store } from '../../db/versions/store.ts';
import { inSpan } from './spans.ts';

/** A store that writes each changeset in a span. */
export const withSpans = (store: Store): Store => ({
  ...store,
  write: (target, decide) => inSpan('changeset', aboutOf(target), () => store.write(target, decide)),
  edit: (target, decide) => inSpan('changeset', aboutOf(target), () => store.edit(target, decide)),
  editAll: (targets, decide) =>
    inSpan('changesets', { 'tidegate.plannings': targets.map(({ planning }) => planning.id) }, () =>
      store.editAll(targets, decide),
    ),
  createPlanning: (planning) =>
    inSpan('changeset', { 'tidegate.planning': planning.id }, () => store.createPlanning(planning)),
});

const aboutOf = ({ planning, workspace, source }: Parameters<Store['write']>[0]) => ({
  'tidegate.planning': planning.id,
  'tidegate.source': source,
  ...(workspace === null ? {} : { 'tidegate.workspace': workspace }),
});
