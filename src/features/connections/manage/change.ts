import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ConnectionsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { connectReply } from "../page/command.ts";
import { ConnectionName, asManaged, defaultNameOf, observabilityConnection } from "../records.ts";
import { connectionNamed, recordConnection, refuseGiven } from "./named.ts";

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
    `${code(name)} is the default from now on: it is meant where nobody names a connection, as in ${code("/db costs")}. What was set up before, services, budgets and reports, stays with the connection that it has.`,
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
  if (from === to) throw new AppError("user", `The connection is called “${to}” already.`);
  await context.connections.rename(from, to);
  await recordConnection(
    { action: "connection.rename", subject: to, before: from, after: to },
    context,
    asker,
  );
  return withList(
    `The connection ${code(from)} is called ${code(to)} now, and services, hooks, budgets, reports and open forms name it so. Until tomorrow nothing else can take the old name.`,
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
  if (!read.success) throw new AppError("user", read.error.issues[0]?.message ?? "That is no name.");
  if (read.data !== observabilityConnection) return read.data;
  throw new AppError(
    "user",
    `“${observabilityConnection}” is kept for the server that Quartermaster's environment describes. Choose another name.`,
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

function withList(text: string): Reply {
  return reply(text, [section(text), actions([commandButton("All connections", "connections")])]);
}
