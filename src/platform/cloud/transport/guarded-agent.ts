import { lookup as resolve } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import { AppError } from "../../../lib/errors.ts";
import {
  type AllowedHosts,
  isAllowedHost,
  isPublicAddress,
  withoutBrackets,
} from "../../../lib/addresses.ts";
import { type CallLimits, CloudAgent, resettingConnector } from "./exchange.ts";

/** The options of a guarded agent. */
export interface Guard {
  /** Hosts that may be reached at any address, and over http. */
  allowedHosts: AllowedHosts;
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
}

/**
 * Connections for addresses that people typed: https, and the public Internet only. Each connection resolves the name
 * again and connects to exactly the addresses that were checked, so a changed name leads nowhere else. A kept
 * connection leads where it was checked to lead.
 */
export function guardedAgent(limits: CallLimits, guard: Guard): CloudAgent {
  const { allowedHosts, lookup = resolve, isPublic = isPublicAddress } = guard;
  const timeout = limits.connectTimeoutMs;
  const connectFreely = resettingConnector({ timeout, lookup });
  const connectGuarded = resettingConnector({ timeout, lookup: publicLookup(lookup, isPublic) });
  return new CloudAgent(limits, (options, callback) => {
    const { port } = options;
    const hostname = withoutBrackets(options.hostname);
    if (isAllowedHost({ hostname, port, protocol: options.protocol }, allowedHosts))
      return connectFreely(options, callback);
    const refused = refusedAtOnce(options.protocol, hostname, isPublic);
    return refused ? callback(refused, null) : connectGuarded(options, callback);
  });
}

/** Why an address is refused before its name is looked up. An address of numbers needs no lookup, and is connected to at once. */
function refusedAtOnce(
  protocol: string,
  hostname: string,
  isPublic: typeof isPublicAddress,
): AppError | undefined {
  if (protocol !== "https:") return refusal("does not begin with https://");
  return isIP(hostname) && !isPublic(hostname) ? refusal(notPublic) : undefined;
}

/**
 * Fails as `forbidden` for an address that a guarded agent would refuse. An unknown name passes, because it may be known
 * later.
 */
export async function assertGuardAllows(
  url: URL,
  { allowedHosts, lookup = resolve, isPublic = isPublicAddress }: Guard,
): Promise<void> {
  if (isAllowedHost(url, allowedHosts)) return;
  const hostname = withoutBrackets(url.hostname);
  const refused = refusedAtOnce(url.protocol, hostname, isPublic);
  if (refused) throw refused;
  const { promise, resolve: done } = Promise.withResolvers<Error | null>();
  publicLookup(lookup, isPublic)(hostname, {}, done);
  const failure = await promise;
  if (failure instanceof AppError) throw failure;
}

const notPublic = "is not on the public Internet";

/** Resolves like `lookup`, but fails if any address is not public: such a name is an attack. */
function publicLookup(lookup: LookupFunction, isPublic: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error) return callback(error, []);
      const addresses = typeof answer === "string" ? [{ address: answer, family: family ?? 4 }] : answer;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address)))
        return callback(refusal(notPublic), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function refusal(what: string): AppError {
  const happened = `address ${what}, so nothing was sent there.`;
  const advice =
    "Ask an admin to correct it, or the operator of Quartermaster to allow its host in ALLOWED_HOSTS.";
  return new AppError("forbidden", `The connection's ${happened} ${advice}`, { happened: `The ${happened}` });
}
