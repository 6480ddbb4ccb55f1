import { managedAlerts, standaloneAlerts } from "../../platform/cloud/observability/alert.ts";
import { managedDashboards, standaloneDashboards } from "../../platform/cloud/observability/dashboard.ts";
import { listManagedSources, listStandaloneSources } from "../../platform/cloud/observability/source.ts";
import { formatList } from "../../lib/text.ts";
import { documented as documentedText } from "./texts.ts";

const operationWords = [
  ["list", "listing"],
  ["get", "reading"],
  ["create", "creating"],
  ["update", "changing"],
  ["delete", "deleting"],
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

const names = { dashboards: "dashboards", alerts: "alert rules", sources: "data sources" } as const;

/** Two sentences for help: which operations on a resource servers may lack, because the documentation omits them. */
export function formatDocumented(resource: keyof typeof resources): string {
  const { managed, standalone } = resources[resource];
  const shown = [
    ...formatShown(managed, "for services"),
    ...formatShown(standalone, "for stand-alone servers"),
  ];
  return documentedText(names[resource], formatList(shown));
}

function formatShown(operations: Operations, where: string): string[] {
  const shown = operationWords.flatMap(([name, words]) => (operations[name]?.documented ? [words] : []));
  return shown.length === 0 ? [] : [`${formatList(shown)} ${where}`];
}
