import { hashText } from "../../../lib/hash.ts";
import { plural } from "../../../lib/text.ts";
import { formatChannel, link } from "../../../platform/blocks/escape.ts";
import type { ServiceFact } from "../../../platform/commands/service-facts.ts";
import type { AlertsContext } from "../context.ts";
import { type Hook, muteOf } from "../hooks/record.ts";
import { severityRank } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import { headline } from "../message/incident-message.ts";
import { fromElsewhere, titleFromElsewhere } from "../message/notes.ts";
import { statusLine } from "../message/status-line.ts";
import { at } from "../message/status.ts";
import { notAcknowledged, sinceOnly } from "../message/texts.ts";
import { nameGroups } from "../storm/group-names.ts";
import { ruleRef } from "../storm/members.ts";
import { alertsOf, groups as groupsOf } from "../storm/texts.ts";
import * as texts from "./texts.ts";

/** The most open incidents to read of each hook, because a storm may leave thousands. */
const mostOfHook = 300;

/** The open incidents of a workspace. */
export interface OpenIncidents {
  /** First the firing ones, then the acknowledged, snoozed and muted ones; of each the newest first. */
  incidents: Incident[];
  hooks: ReadonlyMap<string, Hook>;
  /** Also counts the incidents that were not read. */
  total: number;
  hasHooks: boolean;
}

/** What is done about an open incident. */
export type Group = keyof typeof texts.groupNames;
export const groups: readonly Group[] = ["firing", "acknowledged", "snoozed", "muted"];

/** Reads the open incidents of all hooks, at most so many of each hook, the last seen first. */
export async function openIncidents(
  { hooks, incidents }: Pick<AlertsContext, "hooks" | "incidents">,
  most = mostOfHook,
): Promise<OpenIncidents> {
  const all = await hooks.list();
  const byId = new Map(all.map((hook) => [hook.id, hook]));
  const ids = await Promise.all(all.map(({ id }) => incidents.open(id)));
  const found = await Promise.all(ids.map((ofHook) => incidents.many(ofHook.slice(0, most))));
  const open = found.flat().filter(({ state }) => state !== "resolved");
  const rank = (incident: Incident) => groups.indexOf(groupOf(incident, byId.get(incident.hookId)));
  const unread = ids.reduce((sum, ofHook) => sum + Math.max(0, ofHook.length - most), 0);
  return {
    incidents: open.toSorted((a, b) => rank(a) - rank(b) || b.openedAtMs - a.openedAtMs),
    hooks: byId,
    total: open.length + unread,
    hasHooks: all.length > 0,
  };
}

/** What is done about an incident. */
export function groupOf({ state, key, latest }: Incident, hook: Hook | undefined): Group {
  if (hook && muteOf(hook, { key, alertName: latest.alertName })) return "muted";
  return state === "resolved" ? "firing" : state;
}

/** The open incidents of one rule that are in one state, and that the same person has. */
export interface OpenLine {
  /** Names it for buttons, as long as its alerts stay as they are. */
  ref: string;
  group: Group;
  /** The worst one, of equal ones the newest. */
  worst: Incident;
  incidents: readonly Incident[];
}

/** The short reference to the rule of an incident. */
export function ruleOf({ hookId, latest: { alertName } }: Pick<Incident, "hookId" | "latest">): string {
  return ruleRef({ hookId, alertName });
}

/**
 * Groups open incidents by rule: the worst first, of these what no one has, then the most, then the newest. What is
 * snoozed and muted is last.
 */
export function linesByRule({ incidents, hooks }: OpenIncidents): OpenLine[] {
  const byLine = Map.groupBy(incidents, (incident) => {
    const { state, acknowledged, snoozed } = incident;
    const doer = state === "acknowledged" ? acknowledged : snoozed;
    const group = groupOf(incident, hooks.get(incident.hookId));
    return JSON.stringify([
      ruleOf(incident),
      group,
      doer?.userId,
      state === "acknowledged" && acknowledged?.name,
    ]);
  });
  const lines = [...byLine].flatMap(([key, same]): OpenLine[] => {
    const [worst] = same.toSorted((a, b) => rankOf(b) - rankOf(a) || b.openedAtMs - a.openedAtMs);
    const ref = hashText(key, 16);
    return worst ? [{ ref, group: groupOf(worst, hooks.get(worst.hookId)), worst, incidents: same }] : [];
  });
  // Firing and acknowledged ones count alike.
  const quietOf = ({ group }: OpenLine) => Math.max(1, groups.indexOf(group));
  return lines.toSorted(
    (a, b) =>
      quietOf(a) - quietOf(b) ||
      rankOf(b.worst) - rankOf(a.worst) ||
      groups.indexOf(a.group) - groups.indexOf(b.group) ||
      b.incidents.length - a.incidents.length ||
      b.worst.openedAtMs - a.worst.openedAtMs,
  );
}

/** The open incidents in the order of their lines, as `/db alerts` shows them. */
export function inListOrder(open: OpenIncidents): Incident[] {
  return linesByRule(open).flatMap(({ incidents }) => incidents);
}

function rankOf({ severity }: Incident): number {
  return severityRank(severity);
}

const longestGroups = 110;

/** Two lines of mrkdwn: what it is and who has it; then which groups, since when, and where. */
export async function formatLines(
  lines: readonly OpenLine[],
  { hooks }: Pick<OpenIncidents, "hooks">,
  context: Pick<AlertsContext, "incidents" | "messenger">,
): Promise<string[]> {
  const messages = await context.incidents.messagesOf(lines.map(({ worst }) => worst));
  return Promise.all(
    lines.map(async ({ group, worst, incidents }, index) => {
      const [message, hook] = [messages[index], hooks.get(worst.hookId)];
      const isOne = incidents.length === 1;
      const facts = [
        ...(isOne ? (hook ? [statusLine(worst, hook, "short")] : []) : factsOf(incidents)),
        ...(!isOne && group === "firing" ? [notAcknowledged] : []),
        ...channelsOf(incidents),
        ...(message ? [link(await context.messenger.linkTo(message), texts.message)] : []),
      ];
      const title = isOne ? undefined : titleFromElsewhere(worst.latest.alertName);
      return `${headline(worst, title)}\n${facts.join(" · ")}`;
    }),
  );
}

const mostChannels = 3;

function channelsOf(incidents: readonly Incident[]): string[] {
  return [...new Set(incidents.map(formatChannel))].slice(0, mostChannels);
}

/** The facts of several: how many, their groups, since when. */
function factsOf(incidents: readonly Incident[]): string[] {
  const named = incidents.flatMap(({ latest }) => latest.group ?? []);
  const { noun = "", names = "" } = nameGroups(named, longestGroups) ?? {};
  const since = Math.min(...incidents.map(({ openedAtMs }) => openedAtMs));
  return [
    `*${alertsOf(incidents.length)}*`,
    ...(named.length === 0
      ? []
      : [groupsOf(named.length.toLocaleString("en-US"), noun, fromElsewhere(names, longestGroups + 20))]),
    sinceOnly(at(since)),
  ];
}

/** How many alerts of each service are open, for the services that a hook observes. */
export const openAlertsOfService: ServiceFact<AlertsContext> = {
  label: "Open alerts",
  rank: 5,
  async read(services, context) {
    const { incidents, hooks } = await openIncidents(context);
    const observed = new Set([...hooks.values()].map(({ observes }) => observes?.serviceId));
    return new Map(
      services
        .filter(({ serviceId }) => observed.has(serviceId))
        .map(({ serviceId }) => {
          const open = incidents.filter(({ hookId }) => hooks.get(hookId)?.observes?.serviceId === serviceId);
          const text = open.length === 0 ? "none" : `:red_circle: ${plural(open.length, "alert")}`;
          return [serviceId, { text, data: { openAlerts: open.length } }];
        }),
    );
  },
};
