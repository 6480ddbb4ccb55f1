import { demoOrganization } from "./app-settings.ts";
import type { Sandbox } from "./start-sandbox.ts";

/** The demo's greeting: addresses, and five things to try. */
export function greeting({ slack, emptySlack, cloud, notes }: Sandbox): string {
  const service = demoOrganization(cloud).services[0]?.name ?? "<service>";
  const [admin, operator, viewer] = slack.users.map(({ name }) => name);
  return [
    ...notes,
    "",
    `Quartermaster is ready. Open ${slack.url} and try these in #databases:`,
    "",
    ...inColumns([
      ["/db create", "Create a service: a name, a size, a region."],
      ["/db backups", "See every service's last backup. One failed."],
      [`/db costs ${service}`, "See what it cost, and the one unusual day."],
      ["/db costs budget list", "See a budget that is nearly used up."],
      [`/db dashboards ${service}`, "See its dashboards, and create an alert on a tile."],
    ]),
    "",
    "An alert is firing in #alerts: acknowledge it there. Fire, Storm and Resolve all, on the left, do more.",
    `${admin} is an admin, ${operator} an operator and ${viewer} a viewer. Switch at the bottom left, and try /db admin.`,
    `${emptySlack.teamName} is a workspace without a cloud yet: ${emptySlack.url}`,
    "",
    "Press Ctrl-C to stop everything.",
  ].join("\n");
}

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.map(([command, what]) => `  ${command.padEnd(width)}   ${what}`);
}
