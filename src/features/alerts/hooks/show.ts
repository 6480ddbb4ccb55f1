import { z } from "zod";
import { foldName } from "../../../lib/text.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { listReply } from "../../../platform/blocks/rows.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import { none } from "../../../platform/commands/entry.ts";
import { time } from "../../../platform/commands/found.ts";
import type { ServiceReaders } from "../../../platform/commands/service-facts.ts";
import type { Window } from "../../../platform/forms/window.ts";
import type { AlertsContext } from "../context.ts";
import { openIncidents } from "../open/open-incidents.ts";
import { troublesOf } from "../outbox/unreachable.ts";
import { formatRule } from "../routing/route.ts";
import { behindName, findHook, hookInMrkdwn, isSigned, showButton, tooMuchFor } from "./parts.ts";
import type { Hook } from "./record.ts";
import * as texts from "./texts.ts";

const ListedHook = z.object({
  name: z.string(),
  channelId: z.string().describe("Where its alerts go unless a rule says otherwise"),
  isPaused: z.boolean().describe("True if it drops what it receives"),
  awaitsFirstDelivery: z.boolean().describe("True if nothing came yet"),
  refusedChannelIds: z.array(z.string()).describe("Channels that take no messages"),
});

/** The hooks for programs. No address and no secret is among it. */
export const HookList = z.object({ hooks: z.array(ListedHook).describe("The oldest first") });

/** One hook for programs. */
export const HookFacts = ListedHook.extend({
  ownerId: z.string().describe("Who created it"),
  createdAt: time.describe("When it was created"),
  isSigned: z.boolean().describe("True if senders sign what they send"),
  openAlerts: z.int().describe("How many are open"),
  lastDeliveryAt: time.optional().describe("When something came last"),
  fallbackChannelId: z.string().optional().describe("Gets alerts that their channel does not take"),
  escalation: z
    .object({
      groupId: z.string().describe("The user group that is mentioned"),
      afterMinutes: z.int().describe("After so long without an acknowledgement"),
    })
    .optional()
    .describe("Absent if no one is mentioned"),
  rules: z.array(z.string()).describe("In their order. The first that fits decides"),
  mutes: z.array(z.string()).describe("The titles of the muted alerts"),
});

/** A hook in the list. */
export function listedHook(hook: Hook): z.output<typeof ListedHook> {
  const { name, channelId, paused, awaited } = hook;
  return {
    name,
    channelId,
    isPaused: paused !== undefined,
    awaitsFirstDelivery: awaited !== undefined,
    refusedChannelIds: troublesOf(hook).map((trouble) => trouble.channelId),
  };
}

/** A hook with its settings. */
export function hookFacts(
  hook: Hook,
  { openAlerts, lastDeliveryAtMs }: { openAlerts: number; lastDeliveryAtMs: number | undefined },
): z.output<typeof HookFacts> {
  const { ownerId, createdAt, fallbackChannelId, escalation, rules, muted } = hook;
  return {
    ...listedHook(hook),
    ownerId,
    createdAt,
    isSigned: isSigned(hook),
    openAlerts,
    lastDeliveryAt: lastDeliveryAtMs === undefined ? undefined : new Date(lastDeliveryAtMs).toISOString(),
    fallbackChannelId,
    escalation,
    rules: rules.map((rule) => formatRule(rule)),
    mutes: Object.values(muted).map(({ title }) => title),
  };
}

/** `/db alerts hooks`: the oldest first, each with a button that opens its window. */
const list = call({
  name: "hooks_list",
  title: "Hooks",
  summary: "Lists the alert hooks and their channels.",
  effect: "read",
  isTool: true,
  line: ["alerts hooks list", "alerts hooks"],
  verb: "list",
  args: none,
  result: HookList,
  asks: { means: ["hook"], around: "alert list post set service open", says: ["Hooks"] },
  async run(_, { hooks }: AlertsContext) {
    const all = await hooks.list();
    return { data: () => ({ hooks: all.map(listedHook) }), draw: () => hooksReply(all) };
  },
});

/** `/db alerts hooks show checkout rules`: opens its window, at a tab. */
const show = (opened: Window<AlertsContext>) => {
  const tabs = opened.tabs.map(({ name }) => name);
  const tab = argument(
    behindName(tabs.join("|"), { read: foldName, isForPeople: true }),
    z.enum(tabs),
  ).describe("The tab of its window to open");
  return call({
    name: "hooks_show",
    title: "A hook",
    summary: "Shows how a hook is set and what it received last.",
    effect: "read",
    opens: true,
    isTool: true,
    line: "alerts hooks show {hook} {tab}",
    verb: "show",
    missing: { hook: texts.whichHook },
    args: z.object({ hook, tab: tab.optional() }),
    result: HookFacts,
    asks: {
      means: ["hook {hook}", "{hook} list|facts|open", "{hook}"],
      around: "alert list facts open connect post set hook",
      says: ["Hook {hook}"],
    },
    async run({ hook: named, tab: wanted }, context: AlertsContext) {
      const found = await findHook(named, context, tooMuchFor("show"));
      return {
        data: () => factsOf(found, context),
        draw: () => ({ shows: opened, subject: found.id, ...(wanted && { tab: wanted }) }),
      };
    },
  });
};

/** What can be asked for to see hooks, one of them in its window. */
export const showCalls = (opened: Window<AlertsContext>) => [list, show(opened)] as const;

function hooksReply(all: readonly Hook[]): Reply {
  if (all.length === 0)
    return say(texts.noneYet, [commandButton(texts.createButton, { call: "hooks_create" })]);
  const rows = all.map((hook) => ({ line: lineOf(hook), button: showButton(hook) }));
  return listReply(texts.listTitle(all.length), rows, texts.listHint);
}

function lineOf(hook: Hook): string {
  return [texts.listLine(hookInMrkdwn(hook), formatChannel(hook)), ...noticesOf(hook)].join(" ");
}

function noticesOf(hook: Hook): string[] {
  const { paused, awaited, secrets } = hook;
  const troubles = troublesOf(hook);
  const isOwn = troubles.some(({ channelId }) => channelId === hook.channelId);
  return [
    ...(troubles.length > 0 ? [texts.refuses(isOwn)] : []),
    ...(paused ? [texts.paused] : []),
    ...(awaited ? [texts.nothingDelivered] : []),
    ...(secrets.length > 1 ? [texts.oldSecretWorks] : []),
  ];
}

async function factsOf(hook: Hook, { incidents, eventLog }: AlertsContext) {
  const [open, latest] = await Promise.all([incidents.open(hook.id), eventLog(hook.id).latest()]);
  return hookFacts(hook, { openAlerts: open.length, lastDeliveryAtMs: latest?.receivedAtMs });
}

/** Hooks that observe services or name them, and open alerts that do. */
export const hooksOfServices: ServiceReaders<AlertsContext> = {
  async read(services, context) {
    const { incidents } = await openIncidents(context);
    const hooks = await context.hooks.list();
    const words = [...hooks.flatMap(namesIn), ...incidents.map(({ latest }) => latest.title)].map(foldName);
    return new Map(
      services.map(({ serviceId, name, connection }) => {
        const isObserved = hooks.some(
          ({ observes }) =>
            observes?.serviceId === serviceId ||
            (observes?.connection === connection && observes.serviceId === undefined),
        );
        return [serviceId, isObserved || words.some((each) => each.includes(foldName(name)))];
      }),
    );
  },
};

/** What a hook may name a service in. */
function namesIn({ name, rules }: Hook): string[] {
  return [name, ...rules.flatMap(({ title = "", group = "" }) => [title, group])];
}
