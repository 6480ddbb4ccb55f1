import { lookup as resolve } from "node:dns";
import { type LookupFunction, isIP, isIPv4 } from "node:net";
import { AppError } from "../../../lib/errors.ts";
import {
  type AllowedHosts,
  isAllowedHost,
  isPublicAddress,
  withoutBrackets,
} from "../../../lib/addresses.ts";
import { type Proxy, type Target, nameUnknown, proxyFor } from "./proxy.ts";
import { CloudAgent, connector } from "./agents.ts";
import type { CallLimits } from "./exchange.ts";

/** The options of a guarded agent. */
export interface Guard {
  /** Hosts that may be reached at any address, and over http. */
  allowedHosts: AllowedHosts;
  lookup?: LookupFunction;
  isPublic?: (address: string) => boolean;
  proxy?: Proxy | undefined;
}

/**
 * Connections for addresses that people typed: https, and the public Internet only. Each connection resolves the name
 * again and connects to exactly the addresses that were checked, so a changed name leads nowhere else. A kept
 * connection leads where it was checked to lead. A proxy gets the checked address too, unless it resolves names itself.
 */
export function guardedAgent(limits: CallLimits, guard: Guard): CloudAgent {
  const { allowedHosts, lookup = resolve, isPublic = isPublicAddress, proxy } = guard;
  const ways = { proxy, timeoutMs: limits.connectTimeoutMs };
  const connectFreely = connector({ ...ways, lookup });
  const checked = publicLookup(lookup, isPublic);
  const addressOf = (hostname: string) => addressForProxy(hostname, checked);
  const connectGuarded = connector({ ...ways, lookup: checked, addressOf });
  const refusalOf = (target: Target) => {
    const hostname = withoutBrackets(target.hostname);
    if (isAllowedHost({ ...target, hostname }, allowedHosts)) return undefined;
    return refusedAtOnce(target.protocol, hostname, isPublic);
  };
  return new CloudAgent(
    limits,
    (options, callback) => {
      const hostname = withoutBrackets(options.hostname);
      if (isAllowedHost({ ...options, hostname }, allowedHosts)) return connectFreely(options, callback);
      const byName = proxy?.resolves === true && proxyFor(options, proxy) !== undefined;
      const refused = refusalOf(options) ?? (byName ? refusedByName(hostname) : undefined);
      if (refused) return callback(refused, null);
      return (byName ? connectFreely : connectGuarded)(options, callback);
    },
    { proxy, refuses: refusalOf },
  );
}

/** The checked address of a name, for a proxy, which may have no IPv6. */
async function addressForProxy(hostname: string, lookup: LookupFunction): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  lookup(hostname, { all: true }, (error, answer) => {
    if (error) return reject(error instanceof AppError ? error : nameUnknown(hostname, error));
    const addresses = typeof answer === "string" ? [answer] : answer.map(({ address }) => address);
    return found(addresses.find((address) => isIPv4(address)) ?? addresses[0] ?? hostname);
  });
  return promise;
}

/** A name that only leads into a network of one's own. Where the proxy resolves names, it can't be looked up here. */
function refusedByName(hostname: string): AppError | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const isOfNetwork =
    !isIP(name) && (!name.includes(".") || /\.(internal|local|localhost|home\.arpa|svc)$/.test(name));
  return isOfNetwork ? refusal(notPublic) : undefined;
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
