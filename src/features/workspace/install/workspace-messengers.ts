import type { Messenger } from "../../../platform/jobs/messenger.ts";
import { AppError } from "../../../lib/errors.ts";
import type { SlackClients } from "../../../platform/slack/web-api/clients.ts";
import { slackMessenger } from "../../../platform/slack/web-api/messenger.ts";

/** Speaks in any workspace; how is looked up at each call, so that a token that was taken back is used no more. */
export function workspaceMessengers(
  clientsOf: (workspaceId: string) => Promise<SlackClients>,
): (workspaceId: string) => Messenger {
  // Two clients have one messenger for as long as they are remembered.
  const messengers = new WeakMap<SlackClients, Messenger>();

  async function find(workspaceId: string): Promise<Messenger> {
    const clients = await clientsOf(workspaceId);
    const messenger = messengers.get(clients) ?? slackMessenger(clients);
    messengers.set(clients, messenger);
    return messenger;
  }

  return (workspaceId) => {
    const messenger = () => find(workspaceId);
    const people = late(async () => (await messenger()).people);
    return late(messenger, { people });
  };
}

/** The same as what is found, but found anew for each call: every method answers a promise, so that nobody notices. */
function late<Found extends object>(find: () => Promise<Found>, beside: Partial<Found> = {}): Found {
  const calls = {
    get: (_: Found, name: string | symbol): unknown => {
      if (name in beside) return Reflect.get(beside, name);
      // Who awaits it asks whether it is a promise.
      if (name === "then") return undefined;
      return async (...given: unknown[]): Promise<unknown> => {
        const found: object = await find();
        const method: unknown = Reflect.get(found, name);
        if (typeof method !== "function")
          throw new AppError("bug", `There is no ${String(name)} to ask for.`);
        return Reflect.apply(method, found, given);
      };
    },
  };
  // It has no methods of its own, and is asked for none but those.
  const nothing: Found = Object.create(null);
  return new Proxy(nothing, calls);
}
