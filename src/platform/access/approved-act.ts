import { z } from "zod";
import type { WorkspaceContext } from "../context.ts";
import type { Person } from "./effective-role.ts";
import type { Role } from "./role.ts";

/** Something other than a creation that waits for approval, as it was asked for. */
export const WaitingAct = z.object({
  /** Which feature's act it is. */
  kind: z.string(),
  /** The name of its service. Plain text. */
  name: z.string(),
  /** What its requester wants, after "wants to", in mrkdwn: "change *orders dev*". */
  wish: z.string(),
  /** All that approvers need to see, in mrkdwn. */
  lines: z.array(z.string()),
  /** For the feature. No secret. */
  data: z.json(),
});
export type WaitingAct = z.output<typeof WaitingAct>;

/** A kind of act that a feature lets people ask approval for. */
export interface ApprovedAct<Context = WorkspaceContext> {
  kind: string;
  /** The role that its requester still needs. Operator by default. */
  access?: Role;
  /** The queue that finishes it, under the id that `carryOut` gets. Absent if it is done at once. */
  queue?: string;
  /** Why its requester may not do it anymore, in plain text. Undefined if they may. */
  obstacle(data: unknown, requester: Person, context: Context): Promise<string | undefined>;
  /** Does it once, whatever may have died in between: the id is the same each time. Returns what it says, in mrkdwn. */
  carryOut(
    id: string,
    data: unknown,
    requester: Person & { userName: string },
    context: Context,
  ): Promise<void>;
}
