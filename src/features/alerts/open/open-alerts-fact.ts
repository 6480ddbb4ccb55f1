import { plural } from "../../../lib/text.ts";
import type { ServiceFact } from "../../../platform/commands/service-facts.ts";
import type { AlertsContext } from "../context.ts";
import { openIncidents } from "./open-incidents.ts";

/** How many alerts of each service are open, for the services that a hook observes. */
export const openAlertsOfService: ServiceFact<AlertsContext> = {
  label: "Open alerts",
  rank: 5,
  async read(services, context) {
    const { incidents, hooks } = await openIncidents(context);
    const observed = new Set([...hooks.values()].map(({ observes }) => observes?.serviceId));
    return new Map(
      services
        .filter(({ serviceId }) => observed.has(serviceId))
        .map(({ serviceId }) => {
          const open = incidents.filter(({ hookId }) => hooks.get(hookId)?.observes?.serviceId === serviceId);
          const text = open.length === 0 ? "none" : `:red_circle: ${plural(open.length, "alert")}`;
          return [serviceId, { text, data: { openAlerts: open.length } }];
        }),
    );
  },
};
