import type { People } from "../../../platform/access/people.ts";
import { AppError } from "../../../lib/errors.ts";
import type { KeptAuditEntry } from "../../../platform/audit/log.ts";

/** The entries with the names of those who came without one, so far as Slack tells them: in a channel nobody is mentioned. */
export async function withNames(
  entries: readonly KeptAuditEntry[],
  people: Pick<People, "find">,
): Promise<KeptAuditEntry[]> {
  const unnamed = entries.filter(({ userId, userName }) => userName === undefined && userId !== "app");
  const names = new Map<string, string>();
  for (const userId of new Set(unnamed.map((entry) => entry.userId))) {
    const name = await nameOf(userId, people);
    if (name !== undefined) names.set(userId, name);
  }
  return entries.map((entry) => {
    const userName = entry.userName ?? names.get(entry.userId);
    return userName === undefined ? entry : { ...entry, userName };
  });
}

/** A post with an id in it is better than one that waits for Slack. */
async function nameOf(userId: string, people: Pick<People, "find">): Promise<string | undefined> {
  try {
    return (await people.find(userId)).name;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
