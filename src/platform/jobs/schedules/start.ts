import type { WorkspaceContext } from "../../context.ts";
import type { JobQueue } from "../queue.ts";
import type { StandingOrder } from "./kept-schedules.ts";

/** Keeps a standing order and begins to carry it out; what was kept is begun within minutes though the process dies here. */
export async function startOrder(
  { standingOrders, orderQueue, workspaceId }: WorkspaceContext,
  order: StandingOrder,
): Promise<void> {
  await standingOrders.add(order);
  await ensureOrder(orderQueue, workspaceId, order.id);
}

/** Looks at an order now instead of when it was going to. */
export async function wakeOrder(
  { orderQueue, workspaceId }: WorkspaceContext,
  { id }: StandingOrder,
): Promise<void> {
  await orderQueue.wake(itemId(workspaceId, id), { workspaceId, orderId: id });
}

/** Sees to it that an order is carried on. */
export async function ensureOrder(
  orderQueue: Pick<JobQueue, "ensure">,
  workspaceId: string,
  orderId: string,
): Promise<void> {
  await orderQueue.ensure(itemId(workspaceId, orderId), { workspaceId, orderId });
}

function itemId(workspaceId: string, orderId: string): string {
  return `${workspaceId}.${orderId}`;
}
