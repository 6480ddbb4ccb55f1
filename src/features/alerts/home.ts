import { plural, formatList } from "../../lib/text.ts";
import { slackDate } from "../../platform/blocks/date.ts";
import { code, escapeName } from "../../platform/blocks/escape.ts";
import { header, packed, section } from "../../platform/blocks/text.ts";
import { formatChannel } from "../../platform/blocks/link.ts";
import type { AlertsContext } from "./context.ts";
import type { Hook } from "./hooks/record.ts";
import { headline } from "./message/incident-message.ts";
import { openIncidents } from "./open/list.ts";
import { type HomeSection, type SetupStep, row } from "../../platform/slack/home.ts";

/** The step of the setup list that is done once a workspace has a service or a hook. */
export const firstUseStep: SetupStep<AlertsContext> = {
  rank: 3,
  title: "Create the first service, or bring alerts into a channel",
  isDone: async ({ services, hooks }) =>
    (await services.list()).length > 0 || (await hooks.list()).length > 0,
  how: `${code("/db create")} opens the form, ${code("/db services add <service id> <name>")} adds a service that is there, and ${code("/db hook create #alerts")} makes an address for alerts.`,
  button: { text: "Create a service", command: "create" },
};

const shownIncidents = 5;

/** The Home section of open alerts: their number and the newest five. */
export const incidentsOnHome: HomeSection<AlertsContext> = {
  name: "incidents",
  rank: 50,
  async draw({ offer }, context) {
    const { incidents, total, hasHooks } = await openIncidents(context);
    if (!hasHooks) return [];
    if (total === 0) return [header("Open alerts"), section("No alert is open.")];
    const newest = incidents.toSorted((a, b) => b.openedAtMs - a.openedAtMs).slice(0, shownIncidents);
    const lines = newest.map(
      (incident) =>
        `${headline(incident)}\nsince ${slackDate(new Date(incident.openedAtMs))} ${formatChannel(incident)}`,
    );
    const title = `*${plural(total, "alert")}* ${total === 1 ? "is" : "are"} open.`;
    return [
      header("Open alerts"),
      section(title),
      ...lines.map((line) => section(line)),
      ...row(offer(total > shownIncidents ? `Show all ${total}` : "Show details", "alerts")),
    ];
  },
};

const mostBroken = 10;

/** The Home section for admins: access, hooks, broken routes and dead letters. */
export const adminOnHome: HomeSection<AlertsContext> = {
  name: "admin",
  rank: 80,
  async draw({ role, offer }, { hooks, grants, deadLetters }) {
    if (role !== "admin") return [];
    const [allHooks, given, letters] = await Promise.all([hooks.list(), grants.list(), deadLetters.list()]);
    const paused = allHooks.filter((hook) => hook.paused).length;
    return [
      header("For admins"),
      ...packed([
        `*Access:* ${given.length === 0 ? "nobody was given a role yet" : `${plural(given.length, "role")} given`}.`,
        `*Hooks:* ${allHooks.length === 0 ? "none yet" : allHooks.length}${paused > 0 ? `, ${paused} of them paused` : ""}.`,
        ...brokenLines(allHooks, letters.length),
      ]),
      ...row(
        offer("Access", "access"),
        offer("Hooks", "hook list"),
        offer("Connections", "connections"),
        offer("Approvals", "approvals"),
        offer("Audit log", "audit"),
        letters.length > 0 ? offer("What could not be shown", "alerts dead") : [],
      ),
    ];
  },
};

function brokenLines(hooks: readonly Hook[], deadLetters: number): string[] {
  const broken = hooks.flatMap(({ name, unreachable = [], fallbackChannelId }) =>
    unreachable.length === 0
      ? []
      : [
          `:warning: The hook *${escapeName(name)}* cannot post ${formatList(unreachable.map((channel) => formatChannel(channel)))}. ${fallbackChannelId ? "Its fallback takes over" : `Name another channel: ${code(`/db hook fallback ${name} #channel`)}`}.`,
        ],
  );
  return [
    ...(broken.length === 0 && deadLetters === 0 ? ["*Broken routes:* none."] : []),
    ...broken.slice(0, mostBroken),
    ...(broken.length > mostBroken ? [`and ${broken.length - mostBroken} more hooks like them`] : []),
    ...(deadLetters > 0
      ? [`:warning: ${plural(deadLetters, "alert")} could not be shown in Slack: ${code("/db alerts dead")}.`]
      : []),
  ];
}
