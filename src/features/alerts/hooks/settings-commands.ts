import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, changeHook, hookInMrkdwn, nothingAfter, showButton } from "./parts.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, oneLine, plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
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
    ? `When nobody acknowledges an alert of ${name} for ${plural(escalation.afterMinutes, "minute")}, I mention <!subteam^${escalation.groupId}> in its thread, once. That holds for alerts that begin from now on.`
    : `Nobody is mentioned where an alert of ${name} is not acknowledged.`;
  return say(text, [showButton(hook)]);
}

function readEscalation(words: string, { name }: Hook): NonNullable<Hook["escalation"]> {
  const example = `For example: \`/db hook escalate ${name} @oncall after 15\`.`;
  const [groupId, another] = [...words.matchAll(group)].map(([, id = ""]) => id.toUpperCase());
  if (another !== undefined) throw new AppError("user", `Name one user group only. ${example}`);
  if (groupId === undefined)
    throw new AppError(
      "user",
      `Say which user group, picked from the list that Slack shows while you type its @name; a person's name is none. ${example}`,
    );
  const time = words.replace(group, " ").trim();
  if (time === "") return { groupId, afterMinutes: defaultMinutes };
  const [, count, unit = "m"] = after.exec(time) ?? [];
  const afterMinutes = Number(count) * (/^h/i.test(unit) ? 60 : 1);
  if (afterMinutes >= 1 && afterMinutes <= mostMinutes) return { groupId, afterMinutes };
  throw new AppError(
    "user",
    `“${time}” is no time to wait: after how many minutes, from 1 to ${mostMinutes.toLocaleString("en-US")}? ${example}`,
  );
}

/** Sets whether a rise of severity is posted in the channel too, not only in the thread. */
export async function setBroadcast({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const word = foldName(rest);
  if (word !== "on" && word !== "off")
    throw new AppError("user", `Say \`on\` or \`off\`, as in \`/db hook broadcast ${hook.name} on\`.`);
  const broadcasts = word === "on";
  await changeHook(hook, context, (present) => ({ ...present, broadcasts }));
  const where = broadcasts ? "the channel hears of it too" : "its thread alone hears of it";
  const text = `When the severity of an alert of ${hookInMrkdwn(hook)} rises, ${where}.`;
  return say(text, [showButton(hook)]);
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
    ? `Should ${own} take nothing any more (archived, gone, or I am not in it), what ${name} is sent goes on ${formatChannel(fallback)}, and I tell <@${changed.ownerId}>.`
    : `${name} has no other channel. Should ${own} take nothing any more, I tell <@${changed.ownerId}>, and keep what could not be posted: \`/db alerts dead\` lists it.`;
  return say([text, ...(fallback?.notes ?? [])].join(" "), [showButton(hook)]);
}

async function readFallback(words: string, hook: Hook, context: AlertsContext, asker: Asker) {
  const example = `/db hook fallback ${hook.name} #databases`;
  const { channelId, rest } = channelIn(words);
  if (channelId === undefined)
    throw new AppError("user", `Say which channel takes over, or \`off\`. For example: \`${example}\`.`);
  nothingAfter(rest, example);
  if (channelId === hook.channelId)
    throw new AppError("user", "That is the hook's own channel. Name another one to take over from it.");
  return channelOfSchedule(channelId, context, asker);
}

/** Sets the service or stand-alone server that the reconciliation asks about a hook's alerts. */
export async function setObserved({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const observed = await readObserved(oneLine(rest), hook.name, context);
  await changeHook(hook, context, (present) => ({ ...present, observes: observed?.observes }));
  const name = hookInMrkdwn(hook);
  const text = observed
    ? `The alerts of ${name} are those of ${observed.source}: while one is open, I ask ${observed.api} what became of it, and close what is over although nobody said so.`
    : `The API is not asked what became of the alerts of ${name}: they end when their sender or somebody here says so.`;
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
      source: `the observability server behind the connection ${code(server.name)}`,
      api: "its API",
    };
  if (foldName(words) === "off") return undefined;
  const { name, connection, serviceId } = await readService(words, hookName, context);
  return {
    observes: { connection, serviceId },
    source: `*${escapeName(name)}*`,
    api: `the API of its connection ${code(connection)}`,
  };
}

/** Finds a service by its name or id. Its connection may come first. */
async function readService(words: string, hookName: string, context: AlertsContext): Promise<KnownService> {
  const { connections, services } = context;
  const standard = await defaultNameOf(connections);
  const example = `For example: \`/db hook observe ${hookName} ${standard} orders prod\`.`;
  if (words === "") throw new AppError("user", `Say which connection and service, or \`off\`. ${example}`);
  const [, first = "", others = ""] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
  // The default name counts even if no connection has it yet.
  const names = [standard, ...(await connections.list()).map(({ name }) => name)];
  const connection = names.find((name) => foldName(name) === foldName(first));
  if (connection === undefined) return services.find(words);
  if (others === "")
    throw new AppError("user", `Say the service too: each one has its alerts to itself. ${example}`);
  const service = await services.find(others);
  if (service.connection === connection) return service;
  throw new AppError(
    "user",
    `“${service.name}” is not reached through the connection “${connection}”, but through “${service.connection}”: \`/db hook observe ${hookName} ${service.connection} ${service.name}\`.`,
  );
}
