import type { WorkspaceContext } from "../context.ts";
import type { StandingOrder } from "../store/standing-orders.ts";
import type { Recorder } from "./recorder.ts";
import { difference, orderSummary, plain } from "./summaries.ts";

type Parts = Pick<WorkspaceContext, "standingOrders" | "unusualDays">;

/** Standing orders and unusual days, whose changes are written down; how far an order has come is no change of it. */
export function recordingOrders({ standingOrders, unusualDays }: Parts, record: Recorder): Parts {
  return {
    standingOrders: {
      ...standingOrders,
      async add(order) {
        await standingOrders.add(order);
        await record.done({
          action: `${order.kind}.set`,
          subject: subjectOf(order),
          after: plain(orderSummary(order)),
        });
      },
      async change<Order extends StandingOrder>(order: Order, change: (present: Order) => Order) {
        let before: Order | undefined;
        const changed = await standingOrders.change<Order>(order, (present) => change((before = present)));
        if (before && changed) await recordChange(before, changed, record);
        return changed;
      },
      async remove(id) {
        const order = await standingOrders.find(id);
        const removed = await standingOrders.remove(id);
        if (removed && order)
          await record.done({
            action: `${order.kind}.remove`,
            subject: subjectOf(order),
            before: plain(orderSummary(order)),
          });
        return removed;
      },
    },
    unusualDays: {
      ...unusualDays,
      async expect(scope, day, expectation) {
        const unusual = await unusualDays.expect(scope, day, expectation);
        if (unusual?.expected?.by === expectation.by && unusual.expected.at === expectation.at)
          await record.done({
            action: "unusual-day.expect",
            subject: unusual.service?.name ?? "all services",
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
  await record.done({ action: `${after.kind}.set`, subject: subjectOf(after), ...changed });
}

function subjectOf(order: StandingOrder): string {
  const service = "service" in order ? order.service?.name : undefined;
  return service ?? order.id;
}
