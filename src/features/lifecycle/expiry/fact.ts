import { slackDate } from "../../../platform/blocks/date.ts";
import type { ServiceFact } from "../../../platform/commands/service-facts.ts";
import type { LifecycleContext } from "../context.ts";
import { ExpirySchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

/** When each service ends. */
export const endOfService: ServiceFact<LifecycleContext> = {
  label: "Ends",
  rank: 5,
  async read(services, { schedules }) {
    const ids = new Set(services.map(({ serviceId }) => serviceId));
    const all = await schedules.list(ExpirySchedule);
    return new Map(
      all
        .filter(({ service }) => ids.has(service.serviceId))
        .map(({ service, expiresAt, state }) => {
          const text = state.stopped ? texts.states.stopped : slackDate(new Date(expiresAt));
          return [service.serviceId, { text, data: { endsAt: expiresAt } }] as const;
        }),
    );
  },
};
