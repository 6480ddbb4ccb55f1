import type { z } from "zod";
import type { WorkspaceContext } from "../../context.ts";
import type { StandingOrder } from "./kept-schedules.ts";

/** What a step of a standing order led to: its end, or when to look again. */
export type OrderStep = "done" | { againInMs: number };

/** One kind of standing orders, as a feature declares it. */
export interface ScheduleKind<Context = WorkspaceContext, Order extends StandingOrder = StandingOrder> {
  kind: string;
  record: z.ZodType<Order>;
  /**
   * One step of a standing order: looks whether something is due, and tells it. It may be repeated after a crash at any
   * line and is taken again every hour at least, so it finds out what was done; failures are tried again.
   */
  advance(order: Order, context: Context): Promise<OrderStep>;
  /** What the audit log says of an order: the name that people call it by, and what was ordered, without how far it has come. */
  audited(order: Order): {
    subject?: string;
    facts: Readonly<Record<string, NonNullable<z.core.util.JSONType> | undefined>>;
  };
}
