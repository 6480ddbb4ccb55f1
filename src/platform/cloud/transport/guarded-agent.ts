import { lookup as resolve } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import { Agent } from "undici";
import { AppError } from "../../../lib/errors.ts";
import {
  type AllowedHosts,
  isAllowedHost,
  isPublicAddress,
  withoutBrackets,
} from "../../../lib/addresses.ts";
import { type CallLimits, agentOptions } from "./exchange.ts";
import { resettingConnector } from "./resetting-connector.ts";

/** What a guarded agent is told by, and how it finds addresses out. */
export interface Guard {
  /** Hosts that may be reached wherever they are, by http too. */
  allowedHosts: AllowedHosts;
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
}

/**
 * Connections for addresses that people typed: https to the public Internet alone. Each connection resolves the name anew,
 * and is made to the very addresses that were looked at, so that a name that changes its mind leads nowhere else.
 */
export function guardedAgent(limits: CallLimits, guard: Guard): Agent {
  const { allowedHosts, lookup = resolve, isPublic = isPublicAddress } = guard;
  const timeout = limits.connectTimeoutMs;
  const connectFreely = resettingConnector({ timeout, lookup });
  const connectGuarded = resettingConnector({ timeout, lookup: publicLookup(lookup, isPublic) });
  return new Agent({
    ...agentOptions(limits),
    connect(options, callback) {
      const { protocol, port } = options;
      const hostname = withoutBrackets(options.hostname);
      const isAllowed = isAllowedHost({ hostname, port, protocol }, allowedHosts);
      if (isAllowed) return connectFreely(options, callback);
      if (protocol !== "https:") return callback(notEncrypted(), null);
      // No name, no lookup: an address itself is connected to at once.
      if (isIP(hostname) && !isPublic(hostname)) return callback(notPublic(), null);
      return connectGuarded(options, callback);
    },
  });
}

/** Answers as the other does, but fails where any of the addresses is not public: who owns such a name means no good. */
function publicLookup(lookup: LookupFunction, isPublic: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error) return callback(error, []);
      const addresses = typeof answer === "string" ? [{ address: answer, family: family ?? 4 }] : answer;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address))) return callback(notPublic(), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function notPublic(): AppError {
  return new AppError(
    "forbidden",
    "The connection's address is not on the public Internet, so nothing was sent there. Ask an admin to correct it, or the operator of Quartermaster to allow its host in ALLOWED_HOSTS.",
    { happened: "The address is not on the public Internet, so nothing was sent there." },
  );
}

function notEncrypted(): AppError {
  return new AppError(
    "forbidden",
    "The connection's address does not begin with https://, so nothing was sent there. Ask an admin to correct it, or the operator of Quartermaster to allow its host in ALLOWED_HOSTS.",
    { happened: "The address does not begin with https://, so nothing was sent there." },
  );
}
