import { formatList, plural } from "../../lib/text.ts";
import { row } from "../../platform/blocks/button.ts";
import { slackDate } from "../../platform/blocks/date.ts";
import { code, escapeName, formatChannel } from "../../platform/blocks/escape.ts";
import { header, packed, section } from "../../platform/blocks/text.ts";
import type { HomeSection, SetupStep } from "../../platform/slack/interactions/deps.ts";
import type { AlertsContext } from "./context.ts";
import type { Hook } from "./hooks/record.ts";
import type { Incident } from "./incident/record.ts";
import { headline } from "./message/incident-message.ts";
import { fromElsewhere } from "./message/notes.ts";
import { openIncidents } from "./open/open-incidents.ts";

// The set-up of a new workspace. mrkdwn, but the title.

const firstUse = {
  title: "Create a service, or get alerts into a channel",
  how: `Create one here, add those you have (${code("/db services add")}), or make an address for alerts (${code("/db alerts hooks create #alerts")}).`,
};

// Open alerts on App Home. mrkdwn.

const noneOpen = "No open alerts.";

function open(count: number): string {
  return `*${plural(count, "open alert")}*`;
}

/** The text of the button to the list. Plain text. */
function allText(count: number): string {
  return `Show all ${count.toLocaleString("en-US")}`;
}

function incidentText(one: Incident): string {
  const group = fromElsewhere(one.latest.group ?? "", 150);
  const since = `since ${slackDate(new Date(one.openedAtMs))} ${formatChannel(one)}`;
  return `${headline(one)}\n${group === "" ? `S${since.slice(1)}` : `${group} · ${since}`}`;
}

// For admins. mrkdwn.

function access(grants: number): string {
  return `*Access:* ${grants === 0 ? "no roles granted yet" : `${plural(grants, "role")} granted`}.`;
}

function hooksText(count: number, paused: number): string {
  return `*Hooks:* ${count === 0 ? "none yet" : count}${paused > 0 ? `, ${paused} paused` : ""}.`;
}

/** A hook that can't post everywhere that it should. */
function brokenHook({ name, unreachable = [], fallbackChannelId }: Hook): string {
  const channels = formatList(unreachable.map((channel) => formatChannel(channel)));
  const advice = fallbackChannelId
    ? "Its fallback channel takes over."
    : `Choose another channel: ${code(`/db alerts hooks fallback ${name} #channel`)}.`;
  return `:warning: Hook *${escapeName(name)}* can't post ${channels}. ${advice}`;
}

function moreBroken(count: number): string {
  return `and ${plural(count, "more hook")} with the same problem`;
}

export function undelivered(count: number): string {
  return `:warning: ${plural(count, "alert")} couldn't be shown in Slack: ${code("/db alerts undelivered")}.`;
}

/** The step of the setup list that is done once a workspace has a service or a hook. */
export const firstUseStep: SetupStep<AlertsContext> = {
  rank: 3,
  title: firstUse.title,
  isDone: async ({ services, hooks }) =>
    (await services.list()).length > 0 || (await hooks.list()).length > 0,
  how: firstUse.how,
  button: { text: "Create a service", command: { call: "services_create" } },
};

const shownIncidents = 5;

/** The Home section of open alerts: their number and the newest five. */
export const incidentsOnHome: HomeSection<AlertsContext> = {
  name: "incidents",
  rank: 40,
  async draw({ offer }, context) {
    const { incidents, total, hasHooks } = await openIncidents(context);
    if (!hasHooks) return [];
    if (total === 0) return [header("Open alerts"), section(noneOpen)];
    const newest = incidents.toSorted((a, b) => b.openedAtMs - a.openedAtMs).slice(0, shownIncidents);
    return [
      header("Open alerts"),
      section(open(total)),
      ...newest.map((incident) => section(incidentText(incident))),
      ...row(offer(total > shownIncidents ? allText(total) : "Details", { call: "alerts_open" })),
    ];
  },
};

const mostBroken = 10;

/** The Home section for admins: access, hooks, and what is broken. */
export const adminOnHome: HomeSection<AlertsContext> = {
  name: "admin",
  rank: 80,
  async draw({ role, offer }, { hooks, grants, deadLetters }) {
    if (role !== "admin") return [];
    const [all, given, letters] = await Promise.all([hooks.list(), grants.list(), deadLetters.list()]);
    const broken = all.filter(({ unreachable = [] }) => unreachable.length > 0);
    const paused = all.filter((hook) => hook.paused).length;
    return [
      header("Admin"),
      ...packed([
        access(given.length),
        hooksText(all.length, paused),
        ...broken.slice(0, mostBroken).map((hook) => brokenHook(hook)),
        ...(broken.length > mostBroken ? [moreBroken(broken.length - mostBroken)] : []),
        ...(letters.length > 0 ? [undelivered(letters.length)] : []),
      ]),
      ...row(
        offer("Admin", "admin"),
        offer("Access", "admin access"),
        offer("Hooks", { call: "hooks_list" }),
        offer("Connections", "admin connections"),
        offer("Audit log", "admin audit"),
        letters.length > 0 ? offer("Undelivered alerts", { call: "alerts_undelivered" }) : [],
      ),
    ];
  },
};
