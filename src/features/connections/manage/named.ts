import type { ConnectionsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { repeatedName } from "../../../lib/names.ts";
import { nearest } from "../../../lib/text.ts";
import type { Connection } from "../records.ts";
import type { Asker } from "../../../platform/context.ts";
import { type Change, recordChange } from "../../../platform/commands/command.ts";

/** Finds a connection by name, without case. Fails as missing, with the nearest name. */
export async function connectionNamed(
  word: string,
  { connections }: Pick<ConnectionsContext, "connections">,
): Promise<Connection> {
  const all = await connections.list();
  const found = all.find(({ name }) => name.toLowerCase() === word.toLowerCase());
  if (found) return found;
  const names = all.map(({ name }) => name);
  const near = nearest(word.toLowerCase(), names);
  const hint = near
    ? `Did you mean “${near}”?`
    : names.length > 0
      ? `There ${names.length === 1 ? "is" : "are"}: ${names.slice(0, 10).join(", ")}.`
      : "There is none yet. To make one: `/db connect`.";
  throw new AppError("missing", `There is no connection ${repeatedName(word)}. ${hint}`);
}

/** Fails as user for a connection of the operator's environment. */
export async function refuseGiven(
  name: string,
  what: "renamed" | "given another key" | "removed",
  { connections }: Pick<ConnectionsContext, "connections">,
): Promise<void> {
  if (!(await connections.isGiven(name))) return;
  throw new AppError(
    "user",
    `The connection “${name}” is set up in Quartermaster's environment, so it cannot be ${what} here. Ask whoever operates Quartermaster to change \`CLOUD_…\` or \`OBSERVABILITY_…\` there.`,
  );
}

/** Records in the audit log what a person did with a connection. */
export async function recordConnection(
  change: Change & { action: `connection.${string}` },
  context: Pick<ConnectionsContext, "audit" | "now" | "log">,
  asker: Asker,
): Promise<void> {
  try {
    await recordChange(change, context, asker);
  } catch (error) {
    // The change is made. Nothing after it may say otherwise.
    const { userId } = asker;
    context.log.error({ err: error, userId, ...change }, "a connection's audit entry is lost");
  }
}
