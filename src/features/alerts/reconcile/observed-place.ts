import { type Alert, managedAlerts, standaloneAlerts } from "../../../platform/cloud/observability/alert.ts";
import type { CloudClient } from "../../../platform/cloud/client.ts";
import { surveyPages } from "../../../platform/cloud/listed.ts";
import type { Survey } from "../../../lib/unreadable.ts";
import type { Hook } from "../hooks/record.ts";

/** Where a hook's alerts are: a connection, and for a managed one the service. */
export type Observes = NonNullable<Hook["observes"]>;

/** The alerts of one place, as its API tells them. */
export interface ObservedPlace {
  /** All of them, and what cannot be read. */
  list(): Promise<Survey<Alert>>;
  get(id: string): Promise<Alert>;
}

/** The alerts behind a connection; each request waits for `take`, which may refuse it. */
export function observedPlace(
  cloud: Pick<CloudClient, "call">,
  { serviceId }: Observes,
  take: () => Promise<void>,
): ObservedPlace {
  return {
    list: () =>
      surveyPages(
        async (query) => {
          await take();
          return serviceId === undefined
            ? cloud.call(standaloneAlerts.page, { query })
            : cloud.call(managedAlerts.page, { serviceId, query });
        },
        ({ id }) => id,
      ),
    async get(id) {
      await take();
      return serviceId === undefined
        ? cloud.call(standaloneAlerts.get, { id })
        : cloud.call(managedAlerts.get, { serviceId, id });
    },
  };
}
