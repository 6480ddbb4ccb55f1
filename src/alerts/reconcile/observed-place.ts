import { type Alert, managedAlerts, standaloneAlerts } from "../../cloud/alert.ts";
import type { CloudClient } from "../../cloud/client.ts";
import type { Hook } from "../../store/alerts/hook.ts";

/** Where a hook's alerts are: a connection, and for a managed one the service. */
export type Observes = NonNullable<Hook["observes"]>;

/** The alerts of one place, as its API tells them. */
export interface ObservedPlace {
  /** All of them. */
  list(): Promise<Alert[]>;
  get(id: string): Promise<Alert>;
}

// As many as servers that know pages send at most; the others send all of them, or always the same ones.
const aPage = 100;
const mostPages = 20;

/** The alerts behind a connection; each request waits for `take`, which may refuse it. */
export function observedPlace(
  cloud: Pick<CloudClient, "call">,
  { serviceId }: Observes,
  take: () => Promise<void>,
): ObservedPlace {
  const page = (offset: number) => {
    const query = { limit: aPage, offset };
    return serviceId === undefined
      ? cloud.call(standaloneAlerts.list, { query })
      : cloud.call(managedAlerts.list, { serviceId, query });
  };
  return {
    async list() {
      const found = new Map<string, Alert>();
      for (let number = 0; number < mostPages; number += 1) {
        await take();
        const alerts = await page(number * aPage);
        const isNews = alerts.some(({ id }) => !found.has(id));
        for (const alert of alerts) found.set(alert.id, alert);
        if (alerts.length !== aPage || !isNews) break;
      }
      return [...found.values()];
    },
    async get(id) {
      await take();
      return serviceId === undefined
        ? cloud.call(standaloneAlerts.get, { id })
        : cloud.call(managedAlerts.get, { serviceId, id });
    },
  };
}
