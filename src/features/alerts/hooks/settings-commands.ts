import { actions } from "../../../platform/blocks/button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, changeHook, hookInMrkdwn, nothingAfter, readSwitch, showButton } from "./parts.ts";
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
  return reply(text, [section(text), actions([showButton(hook)])]);
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
  return { groupId, afterMinutes: time === "" ? defaultMinutes : readMinutes(time, example) };
}

function readMinutes(time: string, example: string): number {
  const [, count, unit = "m"] = after.exec(time) ?? [];
  const minutes = Number(count) * (/^h/i.test(unit) ? 60 : 1);
  if (count !== undefined && minutes >= 1 && minutes <= mostMinutes) return minutes;
  throw new AppError(
    "user",
    `“${time}” is no time to wait: after how many minutes, from 1 to ${mostMinutes.toLocaleString("en-US")}? ${example}`,
  );
}

/** Sets whether a rise of severity is posted in the channel too, not only in the thread. */
export async function setBroadcast({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const broadcasts = readSwitch(rest, `/db hook broadcast ${hook.name} on`);
  await changeHook(hook, context, (present) => ({ ...present, broadcasts }));
  const where = broadcasts ? "the channel hears of it too" : "its thread alone hears of it";
  const text = `When the severity of an alert of ${hookInMrkdwn(hook)} rises, ${where}.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

/** Sets the channel that gets the alerts if the hook's own channel rejects messages. */
export async function setFallback(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const example = `/db hook fallback ${hook.name} #databases`;
  if (foldName(rest) === "off") return saveFallback(hook, undefined, [], context);
  const { channelId: named, rest: more } = channelIn(rest);
  if (named === undefined)
    throw new AppError("user", `Say which channel takes over, or \`off\`. For example: \`${example}\`.`);
  nothingAfter(more, example);
  if (named === hook.channelId)
    throw new AppError("user", "That is the hook's own channel. Name another one to take over from it.");
  const { channelId, notes } = await channelOfSchedule(named, context, asker);
  return saveFallback(hook, channelId, notes, context);
}

async function saveFallback(
  hook: NamedHook["hook"],
  fallbackChannelId: string | undefined,
  notes: readonly string[],
  context: AlertsContext,
): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => ({ ...present, fallbackChannelId }));
  const name = hookInMrkdwn(hook);
  const own = `<#${changed.channelId}>`;
  const text = [
    fallbackChannelId === undefined
      ? `${name} has no other channel. Should ${own} take nothing any more, I tell <@${changed.ownerId}>, and keep what could not be posted: \`/db alerts dead\` lists it.`
      : `Should ${own} take nothing any more (archived, gone, or I am not in it), what ${name} is sent goes on ${formatChannel({ channelId: fallbackChannelId })}, and I tell <@${changed.ownerId}>.`,
    ...notes,
  ].join(" ");
  return reply(text, [section(text), actions([showButton(hook)])]);
}

/** Sets the service or stand-alone server that the reconciliation asks about a hook's alerts. */
export async function setObserved({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const server = await standaloneNamed(rest, context);
  if (server !== undefined) return observeServer(hook, server, context);
  const service = foldName(rest) === "off" ? undefined : await readService(oneLine(rest), hook.name, context);
  const observes = service && { connection: service.connection, serviceId: service.serviceId };
  await changeHook(hook, context, (present) => ({ ...present, observes }));
  const name = hookInMrkdwn(hook);
  const text = service
    ? `The alerts of ${name} are those of *${escapeName(service.name)}*: while one is open, I ask the API of its connection ${code(service.connection)} what became of it, and close what is over although nobody said so.`
    : `The API is not asked what became of the alerts of ${name}: they end when their sender or somebody here says so.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

/** The name of a stand-alone connection. Its server has no services, so the connection is enough. */
async function standaloneNamed(words: string, { connections }: AlertsContext): Promise<string | undefined> {
  const all = await connections.list();
  return all.find(({ name, kind }) => kind === "standalone" && foldName(name) === foldName(words))?.name;
}

async function observeServer(hook: Hook, connection: string, context: AlertsContext): Promise<Reply> {
  await changeHook(hook, context, (present) => ({ ...present, observes: { connection } }));
  const text = `The alerts of ${hookInMrkdwn(hook)} are those of the observability server behind the connection ${code(connection)}: while one is open, I ask its API what became of it, and close what is over although nobody said so.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

/** Finds a service by its name or id. Its connection may come first. */
async function readService(words: string, name: string, context: AlertsContext): Promise<KnownService> {
  const standard = await defaultNameOf(context.connections);
  const example = `\`/db hook observe ${name} ${standard} orders prod\``;
  if (words === "")
    throw new AppError("user", `Say which connection and service, or \`off\`. For example: ${example}.`);
  const [, first = "", others = ""] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
  const connection = await connectionNamed(first, context);
  if (connection === undefined) return context.services.find(words);
  if (others === "")
    throw new AppError(
      "user",
      `Say the service too: each one has its alerts to itself. For example: ${example}.`,
    );
  const service = await context.services.find(others);
  if (service.connection === connection) return service;
  throw new AppError(
    "user",
    `“${service.name}” is not reached through the connection “${connection}”, but through “${service.connection}”: \`/db hook observe ${name} ${service.connection} ${service.name}\`.`,
  );
}

/** The connection of that name, in any case. The default name counts even if no connection has it yet. */
async function connectionNamed(word: string, { connections }: AlertsContext): Promise<string | undefined> {
  const names = [await defaultNameOf(connections), ...(await connections.list()).map(({ name }) => name)];
  return names.find((name) => foldName(name) === foldName(word));
}
