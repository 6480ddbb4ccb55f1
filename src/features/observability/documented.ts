import { managedAlerts, standaloneAlerts } from "../../platform/cloud/observability/alert.ts";
import { managedDashboards, standaloneDashboards } from "../../platform/cloud/observability/dashboard.ts";
import { listManagedSources, listStandaloneSources } from "../../platform/cloud/observability/source.ts";
import { formatList } from "../../lib/text.ts";

/** What can be done with a resource, and whether the documentation shows it. */
type Actions = Readonly<Partial<Record<keyof typeof subcommandWords, { documented: boolean }>>>;

/** Each resource as services have it behind their connection, and as stand-alone servers do. */
const resources = {
  dashboards: { managed: managedDashboards, standalone: standaloneDashboards },
  alerts: { managed: managedAlerts, standalone: standaloneAlerts },
  sources: { managed: { list: listManagedSources }, standalone: { list: listStandaloneSources } },
} satisfies Record<string, { managed: Actions; standalone: Actions }>;

const subcommandWords = {
  list: "listing them",
  get: "reading one",
  create: "creating one",
  update: "changing one",
  delete: "deleting one",
};

/** Which operations on a resource servers may lack, since the API's documentation does not show them: two sentences for help. */
export function formatDocumented(resource: keyof typeof resources): string {
  const { managed, standalone }: { managed: Actions; standalone: Actions } = resources[resource];
  const shown = [
    ...formatShown(managed, "for services"),
    ...formatShown(standalone, "for stand-alone servers"),
  ];
  const known = shown.length === 0 ? "nothing" : `only ${formatList(shown)}`;
  const others = shown.length === 0 ? "them" : "the rest";
  return `Of ${resource}, the API's documentation shows ${known}. Some servers do not offer ${others}; then the answer says so.`;
}

function formatShown(subcommands: Actions, where: string): string[] {
  const shown = Object.entries(subcommandWords).flatMap(([subcommand, words]) =>
    Object.entries(subcommands).some(([name, { documented }]) => name === subcommand && documented)
      ? [words]
      : [],
  );
  return shown.length === 0 ? [] : [`${formatList(shown)} ${where}`];
}
