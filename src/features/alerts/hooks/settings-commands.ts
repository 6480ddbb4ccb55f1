import { z } from "zod";
import { say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import {
  type NamedHook,
  behindName,
  changeHook,
  findHook,
  hookIn,
  hookInMrkdwn,
  showButton,
  tooMuchFor,
} from "./parts.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { foldName, oneLine, plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import * as texts from "./texts.ts";
import { code, escapeName, formatChannel } from "../../../platform/blocks/escape.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import { channelId, groupId, textOf } from "../../../lib/kinds.ts";
import { firstName } from "../../../lib/names.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { type KnownService, defaultNameOf } from "../../connections/index.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";

const defaultMinutes = 15;
const mostMinutes = 1_440;
/** Slack sends a user group as `<!subteam^S123|@oncall>`. */
const groupToken = /<!subteam\^([A-Z0-9]+)(?:\|[^>]*)?>/gi;

const group = argument(
  {
    slot: "group",
    take(words) {
      const [value, another] = [...words.matchAll(groupToken)].map(([, id = ""]) => id.toUpperCase());
      if (another !== undefined)
        throw new AppError("user", `${texts.oneGroup} ${texts.escalateExample("checkout")}`);
      return value === undefined ? undefined : { value, rest: words.replace(groupToken, " ") };
    },
    write: (id) => `<!subteam^${String(id)}>`,
  },
  textOf(groupId),
).describe("The user group. Without it no one is mentioned");

const minutes = argument(
  {
    slot: "minutes",
    take(words) {
      const [, rest = "", count, unit = ""] =
        /^(\S.*?)\s(?:after\s)?(\d{1,4})\s?(m|min|mins|minutes?|h|hours?)?$/i.exec(words) ?? [];
      const value = Number(count) * (/^h/i.test(unit) ? 60 : 1);
      return value >= 1 && value <= mostMinutes ? { value, rest } : undefined;
    },
    write: String,
  },
  z.int().min(1).max(mostMinutes),
).describe("After how many minutes");

/** `/db alerts hooks escalate checkout @oncall after 15`: whom an alert mentions, once, if it stays unacknowledged. */
export const escalate = call({
  name: "hooks_escalate",
  title: "Set a hook's escalation",
  summary: "Mentions a user group when an alert stays unacknowledged.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks escalate {hook} {group|off} after {minutes}",
  verb: "escalate",
  missing: { hook: texts.whichHook, group: `${texts.whichGroup} ${texts.escalateExample("checkout")}` },
  args: z.object({ hook, group: group.optional(), minutes: minutes.optional() }),
  asks: {
    means: [
      "escalate {group}",
      "end escalate {hook}",
      "end escalate hook",
      "warn {hook} {group}",
      "warn {group} {minutes}",
    ],
    around: "alert hook set warn acknowledge open post end oncall",
    says: ["Set the escalation of {hook}", " to {group}", " after {minutes} minutes"],
  },
  async run({ hook: named, group: id, minutes: wanted = defaultMinutes }, context: AlertsContext) {
    const found = await findHook(named, context, (rest, { name }) => {
      const problem = texts.notATime(rest, mostMinutes.toLocaleString("en-US"));
      return `${problem} ${texts.escalateExample(name)}`;
    });
    const escalation = id === undefined ? undefined : { groupId: id, afterMinutes: wanted };
    await changeHook(found, context, (present) => ({ ...present, escalation }));
    const name = hookInMrkdwn(found);
    const text =
      id === undefined
        ? texts.escalationOff(name)
        : texts.escalationSet(name, `<!subteam^${id}>`, plural(wanted, "minute"));
    return say(text, [showButton(found)]);
  },
});

const onOrOff = argument(
  behindName("on|off", {
    usage: ["on", "off"],
    read: foldName,
    slot: {
      isOne: true,
      parts: [
        [
          /\b(?:off|stop|don't|do not|no|no longer|disable|without|quit)\b|\b(?:only|just)\b.*\bthread\b|\bnot (?:in |to )?the (?:whole )?channel\b/i,
          "off",
        ],
        [/\b(?:on|tell|show|inform|broadcasts?|enable|let|announce|post)\b/i, "on"],
      ],
    },
  }),
  z.string().trim().max(300),
).describe("on or off");

/** `/db alerts hooks broadcast checkout on`: if a rise of severity is posted in the channel too, not only in the thread. */
export const broadcast = call({
  name: "hooks_broadcast",
  title: "Set a hook's broadcasts",
  summary: "Tells the channel too when an alert gets worse, or only the thread.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks broadcast {hook} {words}",
  verb: "broadcast",
  missing: { hook: texts.whichHook },
  args: z.object({ hook, words: onOrOff.optional() }),
  asks: {
    means: ["broadcast {hook}", "broadcast hook"],
    around: "alert hook set post open end severity alert",
    says: ["Set the broadcasts of {hook}: {words}"],
  },
  async run({ hook: named, words = "" }, context: AlertsContext) {
    const found = await findHook(named, context, (_rest, { name }) => texts.broadcastUsage(name));
    const word = foldName(words);
    if (word !== "on" && word !== "off") throw new AppError("user", texts.broadcastUsage(found.name));
    const broadcasts = word === "on";
    await changeHook(found, context, (present) => ({ ...present, broadcasts }));
    const name = hookInMrkdwn(found);
    return say(broadcasts ? texts.broadcastOn(name) : texts.broadcastOff(name), [showButton(found)]);
  },
});

/** A channel behind the first word, because a hook may be named by the token of its own channel. */
const channelBehind: ArgumentKind = {
  slot: "channel",
  take(words) {
    const behind = firstName(words).rest;
    const { channelId: value, rest } = channelIn(behind);
    if (value === undefined) return undefined;
    return { value, rest: `${words.slice(0, words.length - behind.length)}${rest}` };
  },
  write: (id) => `<#${String(id)}>`,
};

/** `/db alerts hooks fallback checkout #databases`: the channel that gets the alerts if the hook's own one rejects them. */
export const fallback = call({
  name: "hooks_fallback",
  title: "Set a hook's fallback channel",
  summary: "Sets the channel that gets alerts when their own takes none.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks fallback {hook} {channel|off}",
  verb: "fallback",
  missing: { hook: texts.whichHook, channel: texts.whichFallback },
  args: z.object({
    hook,
    channel: argument(channelBehind, textOf(channelId)).optional().describe("The channel. Without it none"),
  }),
  asks: {
    means: ["fallback {channel}", "end fallback {hook}", "end fallback hook"],
    around: "alert hook set post end undelivered",
    says: ["Set the fallback channel of {hook}", " to {channel}"],
  },
  async run({ hook: named, channel: wanted }, context: AlertsContext, asker) {
    const found = await findHook(named, context, tooMuchFor("fallback", " #databases"));
    if (wanted === found.channelId) throw new AppError("user", texts.ownChannel);
    const channel = wanted === undefined ? undefined : await channelOfSchedule(wanted, context, asker);
    const fallbackChannelId = channel?.channelId;
    const changed = await changeHook(found, context, (present) => ({ ...present, fallbackChannelId }));
    const name = hookInMrkdwn(found);
    const own = `<#${changed.channelId}>`;
    const text = channel
      ? texts.fallbackSet(name, own, formatChannel(channel), `<@${changed.ownerId}>`)
      : texts.fallbackOff(name, own, `<@${changed.ownerId}>`);
    return say([text, ...(channel?.notes ?? [])].join(" "), [showButton(found)]);
  },
});

/** A service's name has any words, so they are all those behind the hook's first one. */
const behindFirst: ArgumentKind = {
  slot: [{ isOne: true, parts: [[/\b(?:off|stop|don't|no longer|nothing|disable)\b/i, "off"]] }, "service"],
  usage: ["<service>", "off"],
  take(words) {
    const [, rest = "", value] = /^(\S+)\s(.+)$/.exec(words) ?? [];
    return value === undefined ? undefined : { value, rest };
  },
  write: String,
};

/** `/db alerts hooks observe checkout default orders prod`: the server that the reconciliation asks about its alerts. */
export const observe = call({
  name: "hooks_observe",
  title: "Choose the service that a hook is about",
  summary: "Says which service is asked about a hook's open alerts.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks observe {hook} {words}",
  verb: "observe",
  missing: { hook: texts.whichHook },
  args: z.object({
    hook,
    words: argument(behindFirst, z.string().trim().max(300))
      .optional()
      .describe("The connection and the service, or off"),
  }),
  asks: {
    means: ["observe {hook} {words}", "set {hook} {words} connect|observe", "connect {hook} {words}"],
    around: "alert hook set service connect observe end",
    says: ["Choose what {hook} is about: {words}"],
  },
  async run({ hook: named, words = "" }, context: AlertsContext) {
    const { hook: found, rest } = await hookBefore(words, named, context);
    const observed = await readObserved(oneLine(rest), found.name, context);
    await changeHook(found, context, (present) => ({ ...present, observes: observed?.observes }));
    const name = hookInMrkdwn(found);
    const text = observed ? texts.observing(name, observed.source, observed.api) : texts.notObserving(name);
    return say(text, [showButton(found)]);
  },
});

/** The hook with this name. An older name may have spaces, so its other words may be the first of those behind. */
async function hookBefore(behind: string, named: string, context: AlertsContext): Promise<NamedHook> {
  const found = await attempt(() => findHook(named, context, tooMuchFor("observe")));
  return found instanceof AppError ? hookIn(`${named} ${behind}`, context) : { hook: found, rest: behind };
}

interface Observed {
  observes: NonNullable<Hook["observes"]>;
  /** The server and its API in mrkdwn. */
  source: string;
  api: string;
}

/** Undefined for `off`. A stand-alone server has no services, so its connection is enough. */
async function readObserved(
  words: string,
  hookName: string,
  context: AlertsContext,
): Promise<Observed | undefined> {
  const all = await context.connections.list();
  const server = all.find(({ name, kind }) => kind === "standalone" && foldName(name) === foldName(words));
  if (server)
    return {
      observes: { connection: server.name },
      source: texts.serverBehind(code(server.name)),
      api: texts.itsApi,
    };
  if (foldName(words) === "off") return undefined;
  const { name, connection, serviceId } = await readService(words, hookName, context);
  return {
    observes: { connection, serviceId },
    source: `*${escapeName(name)}*`,
    api: texts.apiOf(code(connection)),
  };
}

/** Finds a service by its name or id. Its connection may come first. */
async function readService(words: string, hookName: string, context: AlertsContext): Promise<KnownService> {
  const { connections, services } = context;
  const standard = await defaultNameOf(connections);
  const example = texts.observeExample(hookName, standard);
  if (words === "") throw new AppError("user", `${texts.observeWhat} ${example}`);
  const [, first = "", others = ""] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
  // The default name counts even if no connection has it yet.
  const names = [standard, ...(await connections.list()).map(({ name }) => name)];
  const connection = names.find((name) => foldName(name) === foldName(first));
  if (connection === undefined) return services.find(words);
  if (others === "") throw new AppError("user", `${texts.observeService} ${example}`);
  const service = await services.find(others);
  if (service.connection === connection) return service;
  const right = texts.typed(`observe ${hookName} ${service.connection} ${service.name}`);
  throw new AppError("user", texts.otherConnection(service.name, connection, service.connection, right));
}
