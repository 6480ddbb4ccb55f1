import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { createTtlCache } from "../../../lib/cache.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import { type Installations, installationTokenPurpose } from "./installations.ts";
import type { Ownership } from "./ownership.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { Messenger } from "../../../platform/jobs/messenger.ts";
import { slackMessenger } from "../../../platform/slack/web-api/messenger.ts";
import type { SlackClients } from "../../../platform/slack/web-api/clients.ts";
import { type HistoryReads, readsAlone } from "../../../platform/slack/web-api/history.ts";
import { scopesNotIn } from "../../../platform/slack/web-api/scopes.ts";
import * as texts from "./texts.ts";

/** The clients of one workspace. */
interface WorkspaceClient {
  clients: SlackClients;
  /** The scopes there. Absent if Slack does not say. */
  scopes?: readonly string[] | undefined;
}

interface Options {
  installations: Pick<Installations, "find">;
  sealer: Sealer;
  ownership: Ownership;
  /** The clients of the environment's token. */
  ownClients: SlackClients | undefined;
  clientsBy: (token: string) => SlackClients;
  /** Where the app is installed. Undefined if it serves one workspace only. */
  installUrl: string | undefined;
  now: () => Date;
}

// Replicas hear of changes. If a report is lost, they notice within this time.
const keptMs = minuteMs;
const mostKept = 1_000;

/** Finds a workspace's clients by its installation, or by the environment's token in the operator's workspace. */
export function workspaceClients(options: Options) {
  const { installations, sealer, ownership, ownClients, clientsBy, installUrl, now } = options;
  const known = createTtlCache<WorkspaceClient>({ keptMs, mostKept, now: () => now().getTime() });

  async function clientOf(workspaceId: string): Promise<WorkspaceClient> {
    if (installUrl === undefined) return ownClient();
    return known.get(workspaceId, async () => {
      const installed = await installations.find(workspaceId);
      if (installed) {
        const token = sealer.forWorkspace(workspaceId).open(installed.token, installationTokenPurpose);
        return { clients: clientsBy(token), scopes: installed.scopes };
      }
      if (await ownership.isOperators(workspaceId)) return ownClient();
      throw new AppError("auth", texts.noLongerInstalled(installUrl));
    });
  }

  function ownClient(): WorkspaceClient {
    if (ownClients) return { clients: ownClients };
    throw new AppError("bug", "There is neither a token nor a way to install the app.");
  }

  /** The scopes in a workspace. Undefined if Slack does not say. */
  async function scopesOf(workspaceId: string): Promise<readonly string[] | undefined> {
    const { scopes = (await ownership.own())?.scopes } = await clientOf(workspaceId);
    return scopes;
  }

  return {
    /** Fails as `auth` if the app is not installed. */
    clientsOf: async (workspaceId: string) => (await clientOf(workspaceId)).clients,
    /** The scopes that this version needs and a workspace has not granted. */
    async missingScopes(workspaceId: string): Promise<string[]> {
      const scopes = await scopesOf(workspaceId);
      return scopes ? scopesNotIn(scopes) : [];
    },
    /** True if the Slack app is an agent. Slack grants this scope to agents, and to no other app of ours. Never fails. */
    async isAgent(workspaceId: string): Promise<boolean> {
      try {
        return ((await scopesOf(workspaceId)) ?? []).includes("assistant:write");
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return false;
      }
    },
    /** Forgets one workspace's installation, or all of them. */
    drop: (workspaceId?: string) => known.drop(workspaceId),
  };
}

/** Messengers for any workspace. Each call finds its client again, so a revoked token is not used again. */
export function workspaceMessengers(
  clientsOf: (workspaceId: string) => Promise<SlackClients>,
  readsOf: (workspaceId: string) => HistoryReads = () => readsAlone,
  presentIdOf: (workspaceId: string, channelId: string) => Promise<string | undefined> = async () =>
    undefined,
): (workspaceId: string) => Messenger {
  // A workspace's clients have one messenger while they are remembered.
  const messengers = new WeakMap<SlackClients, Map<string, Messenger>>();

  async function find(workspaceId: string): Promise<Messenger> {
    const clients = await clientsOf(workspaceId);
    const known = messengers.get(clients) ?? new Map<string, Messenger>();
    messengers.set(clients, known);
    const messenger = known.get(workspaceId) ?? slackMessenger(clients, readsOf(workspaceId));
    known.set(workspaceId, messenger);
    return messenger;
  }

  return (workspaceId) => {
    const messenger = () => find(workspaceId);
    const people = late(async () => (await messenger()).people);
    return late(messenger, { people }, (channelId) => presentIdOf(workspaceId, channelId));
  };
}

/**
 * An object of the found one's type that finds it again for each call. Every method returns a promise, so callers see
 * no difference.
 */
function late<Found extends object>(
  find: () => Promise<Found>,
  beside: Partial<Found> = {},
  presentIdOf?: (channelId: string) => Promise<string | undefined>,
): Found {
  const calls = {
    get: (_: Found, name: string | symbol): unknown => {
      if (name in beside) return Reflect.get(beside, name);
      // `await` asks whether it is a promise.
      if (name === "then") return undefined;
      return async (...given: unknown[]): Promise<unknown> => {
        const found: object = await find();
        const method: unknown = Reflect.get(found, name);
        if (typeof method !== "function")
          throw new AppError("bug", `There is no ${String(name)} to ask for.`);
        try {
          return await Reflect.apply(method, found, given);
        } catch (error) {
          const at = given.findIndex((each) => ChannelRef.safeParse(each).success);
          const place = Math.max(at, 0);
          const channelId = channelIn(given[place]);
          const isLost = error instanceof AppError && error.code === "channel_not_found";
          const present = isLost && channelId !== undefined ? await soon(presentIdOf, channelId) : undefined;
          if (present === undefined) throw error;
          return Reflect.apply(method, found, given.with(place, withChannel(given[place], present)));
        }
      };
    },
  };
  // It has no methods of its own.
  const nothing: Found = Object.create(null);
  return new Proxy(nothing, calls);
}

/** Slack's event about a channel's new id may come a moment after the first refusal. */
const eventWaitMs = 2_000;

async function soon(
  presentIdOf: ((channelId: string) => Promise<string | undefined>) | undefined,
  channelId: string,
): Promise<string | undefined> {
  const known = await presentIdOf?.(channelId);
  if (known !== undefined) return known;
  await sleep(eventWaitMs);
  return presentIdOf?.(channelId);
}

/** The channel of a call of the messenger: an id, or a reference to a message or a conversation. */
function channelIn(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  const { channelId } = ChannelRef.safeParse(given).data ?? {};
  return channelId;
}

const ChannelRef = z.looseObject({ channelId: z.string() });

function withChannel(given: unknown, channelId: string): unknown {
  return typeof given === "string" ? channelId : { ...ChannelRef.parse(given), channelId };
}
