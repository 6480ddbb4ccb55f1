import type { ServiceReaders } from "../../../platform/commands/service-readers.ts";
import { foldName } from "../../../lib/text.ts";
import type { AlertsContext } from "../context.ts";
import { openIncidents } from "../open/open-incidents.ts";
import type { Hook } from "./record.ts";

/** Hooks that observe services or name them, and open alerts that do. */
export const hooksOfServices: ServiceReaders<AlertsContext> = {
  async read(services, context) {
    const { incidents } = await openIncidents(context);
    const hooks = await context.hooks.list();
    const words = [...hooks.flatMap(namesIn), ...incidents.map(({ latest }) => latest.title)].map(foldName);
    return new Map(
      services.map(({ serviceId, name, connection }) => {
        const isObserved = hooks.some(
          ({ observes }) =>
            observes?.serviceId === serviceId ||
            (observes?.connection === connection && observes.serviceId === undefined),
        );
        return [serviceId, isObserved || words.some((each) => each.includes(foldName(name)))];
      }),
    );
  },
};

/** What a hook may name a service in. */
function namesIn({ name, rules }: Hook): string[] {
  return [name, ...rules.flatMap(({ title = "", group = "" }) => [title, group])];
}
