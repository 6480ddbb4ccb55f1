import { minuteMs } from "../../lib/duration.ts";
import { isAppError } from "../../lib/errors.ts";
import { escapeName } from "../../platform/blocks/escape.ts";
import type { KnownFact, ServiceFact } from "../../platform/commands/service-facts.ts";
import type { ConnectionsContext } from "./context.ts";
import * as texts from "./home-texts.ts";

// People who ask within this time share one read.
const freshMs = minuteMs;

/** The state of each service, as its cloud says it. */
export const serviceState: ServiceFact<ConnectionsContext> = {
  label: "State",
  rank: 1,
  async read(services, context) {
    const names = [...new Set(services.map(({ connection }) => connection))];
    const states = new Map(
      await Promise.all(names.map(async (name) => [name, await statesThrough(name, context)] as const)),
    );
    return new Map(
      services.map(({ serviceId, connection }) => {
        const listed = states.get(connection);
        const unknown = { text: listed ? texts.notListed : texts.stateUnknown, data: {} };
        return [serviceId, listed?.get(serviceId) ?? unknown];
      }),
    );
  },
};

/** The states by service id. Undefined if the cloud does not answer. */
async function statesThrough(
  connection: string,
  context: ConnectionsContext,
): Promise<ReadonlyMap<string, KnownFact> | undefined> {
  try {
    const since = new Date(context.now().getTime() - freshMs);
    const services = await context.servicesSince(connection, since);
    return new Map(
      services.map(({ id, state }) => [
        id,
        {
          text: state === undefined ? texts.noState : escapeName(state.replaceAll("_", " ")),
          data: { state },
        },
      ]),
    );
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    return undefined;
  }
}
