import { actions } from "../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { code, escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ConnectionsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { formatList } from "../../../lib/text.ts";
import { AppError } from "../../../lib/errors.ts";
import { type Connection, referencesOf } from "../records.ts";
import { connectionNamed, recordConnection, refuseGiven } from "./named.ts";

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
      `To remove “${name}”, say its name again: \`/db connections remove ${name} ${name}\`.`,
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
    throw new AppError("missing", `The connection “${name}” was removed already.`);
  const leftovers = await discardSecrets(connection, context);
  const before = { kind, ...(dependents === undefined ? {} : { dependents }) };
  await recordConnection({ action: "connection.remove", subject: name, before }, context, asker);
  const rest =
    dependents === undefined ? "" : ` ${escapeMrkdwn(formatDependents(dependents))} ${missing("These")}`;
  return say(
    `The connection ${code(name)} is removed, and its key is used no more.${leftovers}${rest} Delete the key where it was made, too.`,
  );
}

/** Says which secrets cannot be deleted now. The connection is gone all the same. */
async function discardSecrets(connection: Connection, { secrets, log }: ConnectionsContext): Promise<string> {
  try {
    await secrets.discard(referencesOf(connection));
    return "";
  } catch (error) {
    log.error({ err: error, connection: connection.name }, "a removed connection's key could not be deleted");
    return " Its key could not be deleted from where it is kept, so somebody has to do that by hand.";
  }
}

function askedReply(name: string, dependents: string | undefined): Reply {
  const typed = code(`/db connections remove ${name} ${name}`);
  const what = formatDependents(dependents);
  const depends = dependents === undefined ? what : `${escapeMrkdwn(what)} ${missing("These")}`;
  const text = `To remove the connection ${code(name)}, press the button, or say its name again: ${typed}.\n${depends} Nothing changes at the cloud. This cannot be undone.`;
  const question = {
    title: "Remove this connection?",
    text: `“${name}”: ${what}`,
    yes: "Remove",
    no: "Keep it",
  };
  const button = commandButtonAfter(question, "Remove", `connections remove ${name} ${name}`);
  return reply(text, [section(text), actions([button])]);
}

function missing(what: string): string {
  return `${what} say that the connection is missing until they are changed or taken back, or another connection of that name is made.`;
}

function formatDependents(dependents: string | undefined): string {
  return dependents === undefined ? "Nothing depends on it." : `What depends on it: ${dependents}.`;
}
