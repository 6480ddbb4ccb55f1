import { notFound } from "../../platform/commands/near.ts";
import { foldName } from "../../lib/text.ts";
import { type ChoiceOfConnection, defaultNameOf } from "../connections/index.ts";

/** The connection that words name, or the default one. Fails as missing with the problem, and with the names near it. */
export async function cloudNamed(
  typed: string | undefined,
  { connections }: { connections: ChoiceOfConnection },
  problem: string,
): Promise<string> {
  if (typed === undefined) return defaultNameOf(connections);
  const names = (await connections.list()).flatMap(({ name, kind }) => (kind === "managed" ? [name] : []));
  const found = names.find((name) => foldName(name) === foldName(typed));
  if (found !== undefined) return found;
  throw notFound({ typed, names, message: problem });
}
