import { z } from "zod";
import { service } from "../../../platform/commands/arguments.ts";
import { entry, quoted } from "../../../platform/commands/entry.ts";
import { problem, time, total } from "../../../platform/commands/found.ts";
import { FactData } from "../../../platform/commands/service-facts.ts";
import { expiryAsks } from "../asks.ts";

/** The services that end. */
export const ExpiriesData = z.object({
  services: z
    .array(
      z.object({
        name: z.string(),
        id: z.string(),
        endsAt: time.describe("When it ends"),
        ownerId: z.string().describe("The Slack id of its owner, or of who set its end"),
        state: z
          .enum(["ahead", ...FactData.shape.endState.unwrap().options])
          .describe("What it waits for, or how far it has come"),
        why: z.string().optional().describe("Why it is kept, or who couldn't be told"),
        problem,
      }),
    )
    .describe("The services with an end, the next one first"),
  total,
});

/** What can be asked for about the ends of services. */
export const entries = {
  list: entry({
    asks: expiryAsks.list,
    name: "services_expiries",
    title: "Services that end",
    summary: "Lists the services that end, the next one first.",
    effect: "read",
    args: z.object({ service: service.optional() }),
    words: ({ service: name }) => ["services expires", quoted(name)],
    result: ExpiriesData,
  }),
  set: entry({
    asks: expiryAsks.set,
    name: "services_expires",
    title: "Say when a service ends",
    summary: "Sets when a service ends, or keeps it for good.",
    effect: "change",
    args: z.object({
      service,
      end: z
        .string()
        .regex(/^(?:never|\d{1,4}d|\d{4}-\d{2}-\d{2})$/)
        .describe("A number of days such as 7d, a day such as 2026-12-31, or never"),
    }),
    words: ({ service: name, end }) => ["services expires", quoted(name), end],
  }),
};
