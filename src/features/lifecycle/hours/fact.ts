import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import type { ServiceFact } from "../../../platform/commands/service-facts.ts";
import type { LifecycleContext } from "../context.ts";
import { HoursSchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

/** When each service runs, with the button that wakes it. */
export const hoursOfService: ServiceFact<LifecycleContext> = {
  label: "Hours",
  rank: 6,
  async read(services, { schedules }) {
    const names = new Map(services.map(({ serviceId, name }) => [serviceId, name]));
    const all = await schedules.list(HoursSchedule);
    return new Map(
      all.flatMap((each) => {
        const name = names.get(each.service.serviceId);
        if (name === undefined) return [];
        const hours = texts.hours(each);
        const button = { text: texts.wakeButton, command: `services wake ${name}` };
        return [[each.service.serviceId, { text: escapeMrkdwn(hours), data: { hours }, button }] as const];
      }),
    );
  },
};
