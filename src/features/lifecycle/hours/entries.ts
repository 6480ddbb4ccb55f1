import { z } from "zod";
import { service } from "../../../platform/commands/arguments.ts";
import { entry, quoted } from "../../../platform/commands/entry.ts";
import { problem, time, total } from "../../../platform/commands/found.ts";
import { hoursAsks } from "../asks.ts";

/** The services with hours. */
export const HoursData = z.object({
  services: z
    .array(
      z.object({
        name: z.string(),
        id: z.string(),
        hours: z.string().describe("Such as 08:00-19:00 Mon-Fri Europe/Berlin"),
        wokenUntil: time.optional().describe("Someone woke it until then"),
        problem,
      }),
    )
    .describe("The services that start and stop by the clock"),
  total,
});

/** What can be asked for about the hours of services. */
export const entries = {
  show: entry({
    asks: hoursAsks.show,
    name: "services_hours",
    title: "Hours of services",
    summary: "Lists the services that start and stop by the clock.",
    effect: "read",
    args: z.object({ service: service.optional() }),
    words: ({ service: name }) => ["services hours", quoted(name)],
    result: HoursData,
  }),
  set: entry({
    asks: hoursAsks.set,
    name: "services_hours_set",
    title: "Set the hours of a service",
    summary: "Starts and stops a service by the clock.",
    effect: "change",
    args: z.object({
      service,
      hours: z
        .string()
        .max(100)
        .regex(/^\d{1,2}(?::\d{2})?-\d{1,2}(?::\d{2})?(?:\s|$)/)
        .describe("Such as 08:00-19:00 Mon-Fri Europe/Berlin"),
    }),
    words: ({ service: name, hours }) => ["services hours", quoted(name), hours],
  }),
  off: entry({
    asks: hoursAsks.off,
    name: "services_hours_off",
    title: "End the hours of a service",
    summary: "Ends the hours of a service. It stays as it is.",
    effect: "change",
    args: z.object({ service }),
    words: ({ service: name }) => ["services hours", quoted(name), "off"],
  }),
  wake: entry({
    asks: hoursAsks.wake,
    name: "services_wake",
    title: "Wake a service",
    summary: "Starts a service for 2 hours outside its hours.",
    effect: "change",
    args: z.object({ service }),
    words: ({ service: name }) => ["services wake", quoted(name)],
  }),
};
