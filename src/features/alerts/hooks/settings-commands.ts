import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, changeHook, hookInMrkdwn, nothingAfter, showButton } from "./parts.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, oneLine, plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import * as texts from "./texts.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import type { Asker } from "../../../platform/context.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { type KnownService, defaultNameOf } from "../../connections/index.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";

const defaultMinutes = 15;
const mostMinutes = 1_440;
/** Slack sends a user group as `<!subteam^S123|@oncall>`. */
const group = /<!subteam\^([A-Z0-9]+)(?:\|[^>]*)?>/gi;
const after = /^(?:after\s+)?(\d{1,4})\s*(m|min|mins|minutes?|h|hours?)?$/i;

/** Sets the user group that is mentioned once if an alert stays unacknowledged for some minutes. */
export async function setEscalation({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const escalation = foldName(rest) === "off" ? undefined : readEscalation(rest, hook);
  await changeHook(hook, context, (present) => ({ ...present, escalation }));
  const name = hookInMrkdwn(hook);
  const text = escalation
    ? texts.escalationSet(name, `<!subteam^${escalation.groupId}>`, plural(escalation.afterMinutes, "minute"))
    : texts.escalationOff(name);
  return say(text, [showButton(hook)]);
}

function readEscalation(words: string, { name }: Hook): NonNullable<Hook["escalation"]> {
  const example = texts.escalateExample(name);
  const [groupId, another] = [...words.matchAll(group)].map(([, id = ""]) => id.toUpperCase());
  if (another !== undefined) throw new AppError("user", `${texts.oneGroup} ${example}`);
  if (groupId === undefined) throw new AppError("user", `${texts.whichGroup} ${example}`);
  const time = words.replace(group, " ").trim();
  if (time === "") return { groupId, afterMinutes: defaultMinutes };
  const [, count, unit = "m"] = after.exec(time) ?? [];
  const afterMinutes = Number(count) * (/^h/i.test(unit) ? 60 : 1);
  if (afterMinutes >= 1 && afterMinutes <= mostMinutes) return { groupId, afterMinutes };
  const problem = texts.notATime(time, mostMinutes.toLocaleString("en-US"));
  throw new AppError("user", `${problem} ${example}`);
}

/** Sets whether a rise of severity is posted in the channel too, not only in the thread. */
export async function setBroadcast({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const word = foldName(rest);
  if (word !== "on" && word !== "off") throw new AppError("user", texts.broadcastUsage(hook.name));
  const broadcasts = word === "on";
  await changeHook(hook, context, (present) => ({ ...present, broadcasts }));
  const name = hookInMrkdwn(hook);
  return say(broadcasts ? texts.broadcastOn(name) : texts.broadcastOff(name), [showButton(hook)]);
}

/** Sets the channel that gets the alerts if the hook's own channel rejects messages. */
export async function setFallback(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const fallback = foldName(rest) === "off" ? undefined : await readFallback(rest, hook, context, asker);
  const fallbackChannelId = fallback?.channelId;
  const changed = await changeHook(hook, context, (present) => ({ ...present, fallbackChannelId }));
  const name = hookInMrkdwn(hook);
  const own = `<#${changed.channelId}>`;
  const text = fallback
    ? texts.fallbackSet(name, own, formatChannel(fallback), `<@${changed.ownerId}>`)
    : texts.fallbackOff(name, own, `<@${changed.ownerId}>`);
  return say([text, ...(fallback?.notes ?? [])].join(" "), [showButton(hook)]);
}

async function readFallback(words: string, hook: Hook, context: AlertsContext, asker: Asker) {
  const example = texts.typed(`fallback ${hook.name} #databases`);
  const { channelId, rest } = channelIn(words);
  if (channelId === undefined) throw new AppError("user", texts.whichFallback(example));
  nothingAfter(rest, example);
  if (channelId === hook.channelId) throw new AppError("user", texts.ownChannel);
  return channelOfSchedule(channelId, context, asker);
}

/** Sets the service or stand-alone server that the reconciliation asks about a hook's alerts. */
export async function setObserved({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const observed = await readObserved(oneLine(rest), hook.name, context);
  await changeHook(hook, context, (present) => ({ ...present, observes: observed?.observes }));
  const name = hookInMrkdwn(hook);
  const text = observed ? texts.observing(name, observed.source, observed.api) : texts.notObserving(name);
  return say(text, [showButton(hook)]);
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
