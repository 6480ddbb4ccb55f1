import type { WorkspaceContext } from "../../../app/context.ts";
import type { StandingOrder } from "./kept-schedules.ts";
import { advanceAuditMirror } from "../../../features/workspace/audit/mirror.ts";
import { advanceBackupWatch } from "../../../features/backups/watch/advance.ts";
import { advanceBudget } from "../../../features/costs/budget/advance.ts";
import { advanceDigest } from "../../../features/costs/reports/advance.ts";

/** What a step of a standing order led to: its end, or when to look again. */
export type OrderStep = "done" | { againInMs: number };

/**
 * One step of a standing order: looks whether something is due, and tells it. It may be repeated after a crash at any
 * line and is taken again every hour at least, so it finds out what was done; failures are tried again.
 */
export type AdvanceOrder<Order extends StandingOrder> = (
  order: Order,
  context: WorkspaceContext,
) => Promise<OrderStep>;

/** Takes the step of an order, whatever its kind: two lines each. */
export function advanceOrder(order: StandingOrder, context: WorkspaceContext): Promise<OrderStep> {
  switch (order.kind) {
    case "digest":
      return advanceDigest(order, context);
    case "budget":
      return advanceBudget(order, context);
    case "backup-watch":
      return advanceBackupWatch(order, context);
    case "audit-mirror":
      return advanceAuditMirror(order, context);
  }
}
