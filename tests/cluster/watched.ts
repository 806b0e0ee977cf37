import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { DEPLOY } from './composeFile.ts';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

export const alerts = (): readonly { readonly alert: string; readonly expr: string }[] =>
  (parse(readFileSync(path.join(DEPLOY, 'prometheus/rules.yml'), 'utf8')) as Rules).groups.flatMap(
    ({ rules }) => rules,
  );

/** Every query of the rule file and of the dashboard. */
export const queries = (): readonly string[] => {
  const { panels } = JSON.parse(readFileSync(path.join(DEPLOY, 'grafana/dashboard.json'), 'utf8')) as Dashboard;
  return [...alerts(), ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
};

/** The metrics in a query, and the labels that it uses. */
export const askedFor = (query: string): { readonly names: readonly string[]; readonly labels: readonly string[] } => {
  const names = [...query.matchAll(/\btidegate_\w+/g)].map(([name]) => name);
  const selected = [...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) => [...inner.matchAll(/(\w+)\s*=/g)]);
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner = '']) => [...inner.matchAll(/(\w+)/g)]);
  // Labels that Prometheus adds.
  const labels = [...selected, ...grouped]
    .map(([, label = '']) => label)
    .filter((label) => !['job', 'instance', 'le'].includes(label));
  return { names, labels };
};
