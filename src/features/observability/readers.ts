import type { ServiceReaders } from "../../platform/commands/service-readers.ts";
import { AppError, attempt } from "../../lib/errors.ts";
import type { ObservabilityContext } from "./context.ts";
import { observabilityClientOf } from "./observability-client.ts";

/** Dashboards and alert rules at the servers of services. Unknown for a server that can't list them now. */
export const dashboardsOfServices: ServiceReaders<ObservabilityContext> = {
  async read(services, context) {
    const known = await Promise.all(
      services.map(async ({ serviceId, connection }) => {
        const client = observabilityClientOf({ connection, serviceId }, context);
        const lists = await attempt(() => Promise.all([client.dashboards.survey(), client.alerts.survey()]));
        if (lists instanceof AppError) return [];
        const isRead = lists.some(({ readable, unreadable }) => readable.length + unreadable.length > 0);
        return [[serviceId, isRead] as const];
      }),
    );
    return new Map(known.flat());
  },
};
