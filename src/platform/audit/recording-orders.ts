import type { AppContext } from "../../app/context.ts";
import type { StandingOrder } from "../jobs/schedules/kept-schedules.ts";
import type { Recorder } from "./recorder.ts";
import { difference, orderSummary, plain } from "./summaries.ts";

type Parts = Pick<AppContext, "standingOrders" | "unusualDays">;

const allServices = "all services";

/** Standing orders and unusual days, whose changes are written down; how far an order has come is no change of it. */
export function recordingOrders({ standingOrders, unusualDays }: Parts, record: Recorder): Parts {
  return {
    standingOrders: {
      ...standingOrders,
      async add(order) {
        const what = { action: `${order.kind}.set`, ...subjectOf(order) } as const;
        record.begin(what);
        await standingOrders.add(order);
        await record.done({ ...what, after: plain(orderSummary(order)) });
      },
      async change<Order extends StandingOrder>(order: Order, change: (present: Order) => Order) {
        let before: Order | undefined;
        record.begin({ action: `${order.kind}.set`, ...subjectOf(order) });
        const changed = await standingOrders.change<Order>(order, (present) => change((before = present)));
        if (before && changed) await recordChange(before, changed, record);
        return changed;
      },
      async remove(id) {
        const order = await standingOrders.find(id);
        if (!order) return standingOrders.remove(id);
        const what = { action: `${order.kind}.remove`, ...subjectOf(order) } as const;
        record.begin(what);
        const removed = await standingOrders.remove(id);
        if (removed) await record.done({ ...what, before: plain(orderSummary(order)) });
        return removed;
      },
    },
    unusualDays: {
      ...unusualDays,
      async expect(scope, day, expectation) {
        record.begin({ action: "unusual-day.expect" });
        const unusual = await unusualDays.expect(scope, day, expectation);
        if (unusual?.expected?.by === expectation.by && unusual.expected.at === expectation.at)
          await record.done({
            action: "unusual-day.expect",
            subject: unusual.service?.name ?? allServices,
            after: { day },
          });
        return unusual;
      },
    },
  };
}

async function recordChange(before: StandingOrder, after: StandingOrder, record: Recorder): Promise<void> {
  const changed = difference(orderSummary(before), orderSummary(after));
  if (Object.keys(changed.after).length === 0) return;
  await record.done({ action: `${after.kind}.set`, ...subjectOf(after), ...changed });
}

/** Whose costs or backups it is about; an order's own id is nothing that anybody calls it by. */
function subjectOf(order: StandingOrder): { subject?: string } {
  if (order.kind === "budget") return { subject: order.service?.name ?? allServices };
  return order.kind === "backup-watch" ? { subject: order.service.name } : {};
}
