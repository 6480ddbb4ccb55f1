import { managedAlerts, standaloneAlerts } from "../../platform/cloud/observability/alert.ts";
import { managedDashboards, standaloneDashboards } from "../../platform/cloud/observability/dashboard.ts";
import { listManagedSources, listStandaloneSources } from "../../platform/cloud/observability/source.ts";
import { formatList } from "../../lib/text.ts";

const operationWords = [
  ["list", "listing them"],
  ["get", "reading one"],
  ["create", "creating one"],
  ["update", "changing one"],
  ["delete", "deleting one"],
] as const;

/** The operations on a resource, and whether the documentation shows them. */
type Operations = Readonly<Partial<Record<(typeof operationWords)[number][0], { documented: boolean }>>>;

const resources: Record<
  "dashboards" | "alerts" | "sources",
  { managed: Operations; standalone: Operations }
> = {
  dashboards: { managed: managedDashboards, standalone: standaloneDashboards },
  alerts: { managed: managedAlerts, standalone: standaloneAlerts },
  sources: { managed: { list: listManagedSources }, standalone: { list: listStandaloneSources } },
};

/** Two sentences for help: which operations on a resource servers may lack, because the documentation omits them. */
export function formatDocumented(resource: keyof typeof resources): string {
  const { managed, standalone } = resources[resource];
  const shown = [
    ...formatShown(managed, "for services"),
    ...formatShown(standalone, "for stand-alone servers"),
  ];
  const known = shown.length === 0 ? "nothing" : `only ${formatList(shown)}`;
  const others = shown.length === 0 ? "them" : "the rest";
  return `Of ${resource}, the API's documentation shows ${known}. Some servers do not offer ${others}; then the answer says so.`;
}

function formatShown(operations: Operations, where: string): string[] {
  const shown = operationWords.flatMap(([name, words]) => (operations[name]?.documented ? [words] : []));
  return shown.length === 0 ? [] : [`${formatList(shown)} ${where}`];
}
