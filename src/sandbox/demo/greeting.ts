import { alertsGreeting } from "./alerts.ts";
import { demoOrganization } from "./app-settings.ts";
import type { Sandbox } from "./start-sandbox.ts";

/** The demo's greeting: addresses, and four things to try. */
export function greeting({ slack, cloud, notes }: Sandbox): string {
  const service = demoOrganization(cloud).services[0]?.name ?? "<service>";
  return [
    ...notes,
    "",
    `Quartermaster is ready. Open ${slack.url} and try these in #databases:`,
    "",
    ...inColumns([
      ["/db create", "Fill in the form, press Create, and see the service come up."],
      [`/db backups ${service}`, "See its backups, newest first."],
      ["/db costs last 7 days", "See what the services cost, and how that changed."],
      [`/db dashboards ${service}`, "See its dashboards as pictures, and create an alert on a tile."],
    ]),
    "",
    ...rolesGreeting(slack.users.map(({ name }) => name)),
    "",
    ...alertsGreeting(),
    "",
    "Press Ctrl-C to stop everything.",
  ].join("\n");
}

function rolesGreeting([admin, operator, viewer]: readonly string[]): string[] {
  return [
    `${admin} is an admin in Slack and so here, ${operator} is an operator by a grant, ${viewer} a viewer as everybody is.`,
    `Ask as each of them what they may do with /db access; ${admin} can change it.`,
  ];
}

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.map(([command, what]) => `  ${command.padEnd(width)}   ${what}`);
}
