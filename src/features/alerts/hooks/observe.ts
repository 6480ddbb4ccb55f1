import { defaultNameOf, type KnownService } from "../../connections/index.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, oneLine } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import { type NamedHook, changeHook } from "./named.ts";
import { hookInMrkdwn, showButton } from "./parts.ts";

/** Names the service whose observability API is asked what became of a hook's alerts. */
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

/** A stand-alone observability server, which has no services: its connection alone is named. */
async function standaloneNamed(words: string, { connections }: AlertsContext): Promise<string | undefined> {
  const all = await connections.list();
  return all.find(({ name, kind }) => kind === "standalone" && foldName(name) === foldName(words))?.name;
}

async function observeServer(hook: Hook, connection: string, context: AlertsContext): Promise<Reply> {
  await changeHook(hook, context, (present) => ({ ...present, observes: { connection } }));
  const text = `The alerts of ${hookInMrkdwn(hook)} are those of the observability server behind the connection ${code(connection)}: while one is open, I ask its API what became of it, and close what is over although nobody said so.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

/** A service by its name or id, with its connection before it or without. */
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

/** The connection of that name, without case; the default one also where there is none yet. */
async function connectionNamed(word: string, { connections }: AlertsContext): Promise<string | undefined> {
  const names = [await defaultNameOf(connections), ...(await connections.list()).map(({ name }) => name)];
  return names.find((name) => foldName(name) === foldName(word));
}
