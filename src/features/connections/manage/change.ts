import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { code, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Change, recordChange } from "../../../platform/commands/command.ts";
import type { ConnectionsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { calledName, unquoted } from "../../../lib/names.ts";
import { notFound } from "../../../platform/commands/near.ts";
import { formatList } from "../../../lib/text.ts";
import { connectReply } from "../page/command.ts";
import {
  type Connection,
  ConnectionName,
  asManaged,
  defaultNameOf,
  observabilityConnection,
  referencesOf,
} from "../records.ts";

/** Makes a connection the default for commands that name none. */
export async function chooseDefault(word: string, context: ConnectionsContext, asker: Asker): Promise<Reply> {
  const { name } = asManaged(await connectionNamed(word, context));
  const before = await defaultNameOf(context.connections);
  await context.connections.choose(name);
  if (before !== name)
    await recordConnection(
      { action: "connection.default", subject: name, before, after: name },
      context,
      asker,
    );
  return withList(
    `${code(name)} is now the default: commands such as ${code("/db costs")} use it. Services, budgets and reports that exist keep their connection.`,
  );
}

/** Renames a connection, in everything that refers to it. */
export async function renameConnection(
  { name: word, to: typed }: { name: string; to: string },
  context: ConnectionsContext,
  asker: Asker,
): Promise<Reply> {
  const to = readNewName(typed);
  const from = await nameBefore(word, to, context);
  await refuseGiven(from, "renamed", context);
  if (from === to) throw new AppError("user", `The connection is already called “${to}”.`);
  await context.connections.rename(from, to);
  await recordConnection(
    { action: "connection.rename", subject: to, before: from, after: to },
    context,
    asker,
  );
  return withList(
    `Renamed ${code(from)} to ${code(to)}, also in services, hooks, budgets, reports and open forms. The old name is free again tomorrow.`,
  );
}

/** Makes a link to the page that takes a connection's new key. */
export async function rotateKey(word: string, context: ConnectionsContext, asker: Asker): Promise<Reply> {
  const { name } = await connectionNamed(word, context);
  await refuseGiven(name, "given another key", context);
  return connectReply({ kind: "rotate", name }, context, asker);
}

function readNewName(typed: string): string {
  const read = ConnectionName.safeParse(typed);
  if (!read.success) throw new AppError("user", read.error.issues[0]?.message ?? "That isn't a name.");
  if (read.data !== observabilityConnection) return read.data;
  throw new AppError(
    "user",
    `“${observabilityConnection}” is reserved for the server in Quartermaster's environment. Choose another name.`,
  );
}

/** If a rename broke off after its first write, only the new name is found. */
async function nameBefore(word: string, to: string, context: ConnectionsContext): Promise<string> {
  try {
    return (await connectionNamed(word, context)).name;
  } catch (error) {
    const present = await context.connections.find(word.toLowerCase()).catch(() => undefined);
    if (present?.name !== to) throw error;
    return word.toLowerCase();
  }
}

/** A reply with a button that lists the connections. */
function withList(text: string): Reply {
  return reply(text, [section(text), actions([commandButton("All connections", "admin connections")])]);
}

/** Removes a connection if its name is repeated, as its button does. Otherwise asks, and says what depends on it. */
export async function removeConnection(
  { name: word, again }: { name: string; again: string },
  context: ConnectionsContext,
  asker: Asker,
): Promise<Reply> {
  const connection = await connectionNamed(word, context);
  const { name } = connection;
  await refuseGiven(name, "removed", context);
  const uses = await context.connectionUses(name);
  const dependents = uses.length === 0 ? undefined : formatList(uses);
  if (again === "") return askedReply(name, dependents);
  if (again.toLowerCase() !== name.toLowerCase())
    throw new AppError(
      "user",
      `To remove “${name}”, repeat its name: \`/db admin connections remove ${name} ${name}\`.`,
    );
  return remove(connection, dependents, context, asker);
}

async function remove(
  connection: Connection,
  dependents: string | undefined,
  context: ConnectionsContext,
  asker: Asker,
): Promise<Reply> {
  const { name, kind } = connection;
  if (!(await context.connections.remove(name)))
    throw new AppError("missing", `The connection “${name}” is already removed.`);
  const leftovers = await discardSecrets(connection, context);
  const before = { kind, ...(dependents !== undefined && { dependents }) };
  await recordConnection({ action: "connection.remove", subject: name, before }, context, asker);
  const rest = dependents === undefined ? "" : ` ${escapeMrkdwn(formatDependents(dependents))} ${missing}`;
  return say(
    `Removed the connection ${code(name)}. I no longer use its key.${leftovers}${rest} Delete the key in the cloud too.`,
  );
}

/** Says which secrets cannot be deleted now. The connection is gone all the same. */
async function discardSecrets(connection: Connection, { secrets, log }: ConnectionsContext): Promise<string> {
  try {
    await secrets.discard(referencesOf(connection));
    return "";
  } catch (error) {
    log.error({ err: error, connection: connection.name }, "couldn't delete a removed connection's key");
    return " I couldn't delete its stored key, so delete it by hand.";
  }
}

function askedReply(name: string, dependents: string | undefined): Reply {
  const typed = code(`/db admin connections remove ${name} ${name}`);
  const what = formatDependents(dependents);
  const depends = dependents === undefined ? what : `${escapeMrkdwn(what)} ${missing}`;
  const text = `To remove the connection ${code(name)}, press the button or type ${typed}.\n${depends} Nothing changes in the cloud. You can't undo this.`;
  const question = {
    title: "Remove this connection?",
    text: `“${name}”: ${what}`,
    yes: "Remove",
    no: "Keep it",
  };
  const button = commandButtonAfter(question, "Remove", `admin connections remove ${name} ${name}`);
  return reply(text, [section(text), actions([button])]);
}

const missing = "They stop working until you change or delete them, or add a connection with this name.";

function formatDependents(dependents: string | undefined): string {
  return dependents === undefined ? "Nothing depends on it." : `These depend on it: ${dependents}.`;
}

/** Finds a connection by name, without case. Fails as missing, with the near names. */
async function connectionNamed(
  word: string,
  { connections }: Pick<ConnectionsContext, "connections">,
): Promise<Connection> {
  const all = await connections.list();
  const typed = unquoted(word);
  const found = all.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  if (found) return found;
  throw notFound({
    typed,
    names: all.map(({ name }) => name),
    message: `I can't find a connection ${calledName(typed)}.`,
    advice: all.length === 0 ? "To add one: `/db admin connect`." : "",
  });
}

/** Fails as user for a connection of the operator's environment. */
async function refuseGiven(
  name: string,
  what: "renamed" | "given another key" | "removed",
  { connections }: Pick<ConnectionsContext, "connections">,
): Promise<void> {
  if (!(await connections.isGiven(name))) return;
  throw new AppError(
    "user",
    `The connection “${name}” comes from Quartermaster's environment, so it can't be ${what} here. Ask the operator of Quartermaster to change \`CLOUD_…\` or \`OBSERVABILITY_…\`.`,
  );
}

/** Records in the audit log what a person did with a connection. */
async function recordConnection(
  change: Change & { action: `connection.${string}` },
  context: Pick<ConnectionsContext, "audit" | "now" | "log">,
  asker: Asker,
): Promise<void> {
  try {
    await recordChange(change, context, asker);
  } catch (error) {
    // The change is made. Nothing after it may say otherwise.
    const { userId } = asker;
    context.log.error({ err: error, userId, ...change }, "lost the audit entry of a connection");
  }
}
