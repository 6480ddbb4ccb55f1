import { minuteMs } from "../../../lib/duration.ts";
import { unfitText } from "../../../lib/kinds.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { isMade } from "../changes/compare.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { unfitLine } from "../../../platform/jobs/failing.ts";
import type { FactsOf, ServiceFact } from "../../../platform/commands/service-facts.ts";
import type { LifecycleContext } from "../context.ts";
import { isWithin, nextStop } from "./edges.ts";
import { HoursSchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

/** When each service runs, with the button that wakes it. */
export const hoursOfService: ServiceFact<LifecycleContext> = {
  label: "Hours",
  rank: 6,
  async read(services, context) {
    const names = new Map(services.map(({ serviceId, name }) => [serviceId, name]));
    const all = await context.schedules.list(HoursSchedule);
    const own = services.filter(({ serviceId }) => all.some((each) => each.service.serviceId === serviceId));
    const running = await runningNow(own, context);
    return new Map(
      all.flatMap((each) => {
        const name = names.get(each.service.serviceId);
        if (name === undefined) return [];
        const hours = texts.hours(each);
        const unfit = unfitText(HoursSchedule, each);
        const text = [escapeMrkdwn(hours), ...unfitLine(unfit)].join(" ");
        if (unfit !== undefined) return [[each.service.serviceId, { text, data: { hours } }] as const];
        const isRunning = running.get(each.service.serviceId) ?? isWithin(each, context.now());
        const stopAt = isRunning ? nextStop(each, context.now()) : undefined;
        const wake = { text: texts.wakeButton, command: wakes(name) };
        const longer = { text: texts.longerButton, command: wakes(name, { longer: true }) };
        // Nothing stops one that runs by hand outside its hours, so there is nothing to offer.
        const button = isRunning ? stopAt && longer : wake;
        return [[each.service.serviceId, { text, data: { hours }, ...(button && { button }) }] as const];
      }),
    );
  },
};

function wakes(service: string, more: object = {}) {
  return { call: "services_wake", args: { service, ...more } };
}

// As for the state of services, which is read with the same request.
const freshMs = minuteMs;

/** Whether services run, by id, as far as their clouds tell. */
async function runningNow(
  services: readonly FactsOf[],
  context: LifecycleContext,
): Promise<ReadonlyMap<string, boolean>> {
  const since = new Date(context.now().getTime() - freshMs);
  const connections = [...new Set(services.map(({ connection }) => connection))];
  const listed = await Promise.all(
    connections.map((each) => attempt(() => context.servicesSince(each, since))),
  );
  const found = listed.flatMap((each) => (each instanceof AppError ? [] : each));
  const known = found.filter(({ state }) => state !== undefined);
  return new Map(known.map((service) => [service.id, isMade({ kind: "start" }, service)]));
}
