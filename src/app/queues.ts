import type { Logger } from "pino";
import type { AppContext } from "./context.ts";
import type { ContextOf } from "../platform/context.ts";
import { type Convergence, startConvergence } from "../platform/jobs/queue.ts";
import { advanceApproval } from "../features/services/approval/advance.ts";
import { advanceCreation } from "../features/services/provisioning/advance.ts";
import { advanceChange } from "../features/observability/changes/advance.ts";
import { observabilityForms } from "../features/observability/forms.ts";
import { carryOut, ensureAllOrders } from "../platform/jobs/schedules/carry-out.ts";
import { product } from "./features.ts";
import type { Store } from "./store.ts";

interface Options {
  redisUrl: string;
  store: Store;
  contextOf: ContextOf<AppContext>;
  /** No standing order is left alone for longer. */
  longestOrderWaitMs: number;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** What carries on, through crashes, what people asked for. */
export interface Queues {
  creations: Convergence;
  orderQueue: Convergence;
  approvalQueue: Convergence;
  changes: Convergence;
}

/** Within how long a standing order is found that nobody carries any more. */
const orderRoundMs = 10 * 60_000;

/** Starts them. */
export function startQueues({ store, contextOf, longestOrderWaitMs, ...shared }: Options): Queues {
  const orderQueue: Convergence = startConvergence({
    ...shared,
    name: "standing-orders",
    advance: carryOut(contextOf, product.schedules, longestOrderWaitMs),
    round: { everyMs: orderRoundMs, run: () => ensureAllOrders(store, orderQueue) },
  });
  return {
    creations: startConvergence({ ...shared, name: "creations", advance: advanceCreation(contextOf) }),
    orderQueue,
    approvalQueue: startConvergence({ ...shared, name: "approvals", advance: advanceApproval(contextOf) }),
    changes: startConvergence({
      ...shared,
      name: "changes",
      advance: advanceChange(contextOf, observabilityForms),
    }),
  };
}

/** How many items of each are due and not begun. */
export async function waitingIn({
  creations,
  orderQueue,
  approvalQueue,
  changes,
}: Queues): Promise<Record<string, number>> {
  const [toCreate, orders, approvals, toChange] = await Promise.all(
    [creations, orderQueue, approvalQueue, changes].map((queue) => queue.waiting()),
  );
  return {
    "services to create": toCreate ?? 0,
    "standing orders": orders ?? 0,
    "requests for approval": approvals ?? 0,
    "dashboards and alerts to change": toChange ?? 0,
  };
}
