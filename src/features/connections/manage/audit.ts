import type { ConnectionsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { type Change, recordChange } from "../../../platform/commands/record-change.ts";

/** Writes into the audit log what somebody did with a connection. */
export async function recordConnection(
  change: Change & { action: `connection.${string}` },
  context: Pick<ConnectionsContext, "audit" | "now" | "log">,
  asker: Asker,
): Promise<void> {
  try {
    await recordChange(change, context, asker);
  } catch (error) {
    // It is done, and nothing may say otherwise.
    const { userId } = asker;
    context.log.error({ err: error, userId, ...change }, "a connection's audit entry is lost");
  }
}
