import type { WorkspaceContext } from "../context.ts";
import type { StandingOrder } from "../jobs/schedules/kept-schedules.ts";
import type { ScheduleKind } from "../jobs/schedules/schedules.ts";
import type { Recorder } from "./recorder.ts";
import { difference, plain } from "./summaries.ts";

/** Standing orders, whose changes are written down; how far an order has come is no change of it. */
export function recordingSchedules(
  { standingOrders }: Pick<WorkspaceContext, "standingOrders">,
  kinds: readonly ScheduleKind[],
  record: Recorder,
): Pick<WorkspaceContext, "standingOrders"> {
  const audited = (order: StandingOrder) =>
    kinds.find(({ kind }) => kind === order.kind)?.audited(order) ?? { facts: {} };
  const subjectOf = (order: StandingOrder) => {
    const { subject } = audited(order);
    return subject === undefined ? {} : { subject };
  };

  async function recordChange(before: StandingOrder, after: StandingOrder): Promise<void> {
    const changed = difference(audited(before).facts, audited(after).facts);
    if (Object.keys(changed.after).length === 0) return;
    await record.done({ action: `${after.kind}.set`, ...subjectOf(after), ...changed });
  }

  return {
    standingOrders: {
      ...standingOrders,
      async add(order) {
        const what = { action: `${order.kind}.set`, ...subjectOf(order) } as const;
        record.begin(what);
        await standingOrders.add(order);
        await record.done({ ...what, after: plain(audited(order).facts) });
      },
      async change<Order extends StandingOrder>(order: Order, change: (present: Order) => Order) {
        let before: Order | undefined;
        record.begin({ action: `${order.kind}.set`, ...subjectOf(order) });
        const changed = await standingOrders.change<Order>(order, (present) => change((before = present)));
        if (before && changed) await recordChange(before, changed);
        return changed;
      },
      async remove(id) {
        const order = await standingOrders.find(id);
        if (!order) return standingOrders.remove(id);
        const what = { action: `${order.kind}.remove`, ...subjectOf(order) } as const;
        record.begin(what);
        const removed = await standingOrders.remove(id);
        if (removed) await record.done({ ...what, before: plain(audited(order).facts) });
        return removed;
      },
    },
  };
}
