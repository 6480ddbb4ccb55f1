import { AppError } from "../../../lib/errors.ts";
import { createTtlCache } from "../../../lib/cache.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import { type Installations, installationTokenPurpose } from "./installations.ts";
import type { Ownership } from "./ownership.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { Messenger } from "../../../platform/jobs/messenger.ts";
import { slackMessenger } from "../../../platform/slack/web-api/messenger.ts";
import { type SlackClients, scopesNotIn } from "../../../platform/slack/web-api/clients.ts";

/** How the app may speak in one workspace. */
interface WorkspaceClient {
  clients: SlackClients;
  /** What Slack lets it do there; absent where Slack does not say. */
  scopes?: readonly string[] | undefined;
}

/** The app's clients in every workspace. */
export interface WorkspaceClients {
  /** Fails as `auth` where the app is not installed, or is no more. */
  clientsOf: (workspaceId: string) => Promise<SlackClients>;
  /** What this version asks Slack to be allowed, and is not allowed in a workspace. */
  missingScopes: (workspaceId: string) => Promise<string[]>;
  /** Forgets how a workspace's, or everybody's, installation was. */
  drop: (workspaceId?: string) => void;
}

interface Options {
  installations: Pick<Installations, "find">;
  sealer: Sealer;
  ownership: Ownership;
  /** Those of the environment's token. */
  ownClients: SlackClients | undefined;
  clientsBy: (token: string) => SlackClients;
  /** Where the app is installed; undefined where it is for one workspace alone. */
  installUrl: string | undefined;
  now: () => Date;
}

// A change is told to all replicas; where that is lost, it is found so late.
const keptMs = minuteMs;
const mostKept = 1_000;

/** Finds each workspace's clients by how the app is installed there, else by the environment's token in its own. */
export function workspaceClients(options: Options): WorkspaceClients {
  const { installations, sealer, ownership, ownClients, clientsBy, installUrl, now } = options;
  const responder = createTtlCache<WorkspaceClient>({ keptMs, mostKept, now: () => now().getTime() });

  async function clientOf(workspaceId: string): Promise<WorkspaceClient> {
    if (installUrl === undefined) return ownClient();
    return responder.get(workspaceId, async () => {
      const installed = await installations.find(workspaceId);
      if (installed) {
        const token = sealer.forWorkspace(workspaceId).open(installed.token, installationTokenPurpose);
        return { clients: clientsBy(token), scopes: installed.scopes };
      }
      if (await ownership.isOperators(workspaceId)) return ownClient();
      throw notInstalled(installUrl);
    });
  }

  async function ownClient(): Promise<WorkspaceClient> {
    if (ownClients) return { clients: ownClients };
    throw new AppError("bug", "There is neither a token nor a way to install the app.");
  }

  return {
    clientsOf: async (workspaceId) => (await clientOf(workspaceId)).clients,
    async missingScopes(workspaceId) {
      const { scopes = (await ownership.own())?.scopes } = await clientOf(workspaceId);
      return scopes ? scopesNotIn(scopes) : [];
    },
    drop: (workspaceId) => responder.drop(workspaceId),
  };
}

function notInstalled(installUrl: string): AppError {
  return new AppError(
    "auth",
    `Quartermaster is not installed in this workspace any more. Ask an admin to install it at ${installUrl}.`,
  );
}

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
