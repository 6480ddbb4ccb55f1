import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Question } from "../../../platform/commands/call.ts";
import { type Change, recordChange } from "../../../platform/commands/command.ts";
import type { ConnectionsContext } from "../context.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { AppError } from "../../../lib/errors.ts";
import { Credits, type CreditPrice, formatPrice } from "../../../lib/money.ts";
import { calledName } from "../../../lib/names.ts";
import { notFound } from "../../../platform/commands/near.ts";
import { formatList } from "../../../lib/text.ts";
import { connectReply } from "../page/command.ts";
import { asManaged, defaultNameOf, referencesOf } from "../records.ts";
import { type Connection, ConnectionName, observabilityConnection } from "../connection.ts";
import { priceRecord } from "../prices.ts";
import * as texts from "./texts.ts";

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
  return withList(texts.isDefault(name));
}

/** Renames a connection, in everything that refers to it. */
export async function renameConnection(
  { connection: word, to: typed }: { connection: string; to: string },
  context: ConnectionsContext,
  asker: Asker,
): Promise<Reply> {
  const to = readNewName(typed);
  const from = await nameBefore(word, to, context);
  await refuseGiven(from, "renamed", context);
  if (from === to) throw new AppError("user", texts.sameName(to));
  await context.connections.rename(from, to);
  await recordConnection(
    { action: "connection.rename", subject: to, before: from, after: to },
    context,
    asker,
  );
  return withList(texts.renamed(from, to));
}

/** Sets what a credit of a connection costs, or removes that. Amounts then show money beside credits. */
export async function setPrice(
  { connection: word, price: words }: { connection: string; price: string },
  context: ConnectionsContext,
): Promise<Reply> {
  const { name } = asManaged(await connectionNamed(word, context));
  const price = readPrice(words);
  await priceRecord.change(name, () => price, context);
  return withList(price ? texts.priced(name, formatPrice(price)) : texts.unpriced(name));
}

const unpriced = new Set(["none", "off", "no", "remove"]);
const typedPrice = /^(\d{1,6}(?:\.\d{1,9})?) ?([a-z]{3})$/i;

/** Reads "0.30 EUR", or "none". Fails as user, with an example. */
export function readPrice(words: string): CreditPrice | undefined {
  if (unpriced.has(words.toLowerCase())) return undefined;
  const [, digits = "", code = ""] = typedPrice.exec(words) ?? [];
  const currency = code.toUpperCase();
  if (digits === "" || new Credits(digits).isZero()) throw new AppError("user", texts.badPrice(words));
  if (!Intl.supportedValuesOf("currency").includes(currency))
    throw new AppError("user", texts.unknownCurrency(currency));
  return { amount: digits, currency };
}

/** Makes a link to the page that takes a connection's new key. */
export async function rotateKey(word: string, context: ConnectionsContext, asker: Asker): Promise<Reply> {
  const { name } = await connectionNamed(word, context);
  await refuseGiven(name, "given another key", context);
  return connectReply({ kind: "rotate", name }, context, asker);
}

function readNewName(typed: string): string {
  const read = ConnectionName.safeParse(typed);
  if (!read.success) throw new AppError("user", read.error.issues[0]?.message ?? texts.noName);
  if (read.data !== observabilityConnection) return read.data;
  throw new AppError("user", texts.reservedName(observabilityConnection));
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
  return reply(text, [section(text), actions([commandButton(texts.all, { call: "connections_list" })])]);
}

/** Asks before a connection is removed, and says what depends on it. */
export async function askToRemove(word: string, context: ConnectionsContext): Promise<Question> {
  const { name, dependents } = await removable(word, context);
  return { text: texts.askRemove(name, dependents), yes: texts.remove };
}

/** Removes a connection and its secrets. */
export async function removeConnection(
  word: string,
  context: ConnectionsContext,
  asker: Asker,
): Promise<Reply> {
  const { connection, name, dependents } = await removable(word, context);
  if (!(await context.connections.remove(name))) throw new AppError("missing", texts.alreadyRemoved(name));
  const keyDeleted = await discardSecrets(connection, context);
  const before = { kind: connection.kind, ...(dependents !== undefined && { dependents }) };
  await recordConnection({ action: "connection.remove", subject: name, before }, context, asker);
  return say(texts.removed(name, keyDeleted, dependents));
}

/** A connection that may be removed, and what depends on it, as in "1 service (orders) and 1 budget". */
async function removable(word: string, context: ConnectionsContext) {
  const connection = await connectionNamed(word, context);
  const { name } = connection;
  await refuseGiven(name, "removed", context);
  const uses = await context.connectionUses(name);
  return { connection, name, dependents: uses.length === 0 ? undefined : formatList(uses) };
}

/** False if they cannot be deleted now. The connection is gone all the same. */
async function discardSecrets(
  connection: Connection,
  { secrets, log }: ConnectionsContext,
): Promise<boolean> {
  try {
    await secrets.discard(referencesOf(connection));
    return true;
  } catch (error) {
    log.error({ err: error, connection: connection.name }, "couldn't delete a removed connection's key");
    return false;
  }
}

/** Finds a connection by name, without case. Fails as missing, with the near names. */
async function connectionNamed(
  word: string,
  { connections }: Pick<ConnectionsContext, "connections">,
): Promise<Connection> {
  const all = await connections.list();
  const found = all.find(({ name }) => name.toLowerCase() === word.toLowerCase());
  if (found) return found;
  throw notFound({
    typed: word,
    names: all.map(({ name }) => name),
    message: texts.notFound(calledName(word)),
    advice: all.length === 0 ? texts.addOne : "",
  });
}

/** Fails as user for a connection of the operator's environment. */
async function refuseGiven(
  name: string,
  what: "renamed" | "given another key" | "removed",
  { connections }: Pick<ConnectionsContext, "connections">,
): Promise<void> {
  if (!(await connections.isGiven(name))) return;
  throw new AppError("user", texts.fromEnvironment(name, what));
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
