import { BlockList, isIP } from "node:net";
import { withoutBrackets } from "../../../lib/addresses.ts";
import { AppError } from "../../../lib/errors.ts";

/** The proxies through which calls leave, as the operator set them. */
export interface Proxy {
  /** For https. It may hold a password. */
  https?: URL | undefined;
  /** For plain http. */
  http?: URL | undefined;
  /** Hosts that are reached without one. */
  noProxy: readonly string[];
  /** True if the https proxy looks up the names that people typed, and refuses private addresses. */
  resolves: boolean;
}

/** The protocol and the host of an address, as a URL or undici has them. */
export interface Target {
  protocol: string;
  hostname: string;
  port: string;
}

/** The proxy for an address. Undefined if it is reached without one, as this machine always is. */
export function proxyFor({ protocol, hostname, port }: Target, proxy: Proxy | undefined): URL | undefined {
  const by = protocol === "https:" || protocol === "wss:" ? proxy?.https : proxy?.http;
  if (!proxy || !by) return undefined;
  const host = withoutBrackets(hostname).toLowerCase().replace(/\.$/, "");
  const usualPort = protocol === "https:" || protocol === "wss:" ? "443" : "80";
  return isThisMachine(host) || proxy.noProxy.some((entry) => names(entry, host, port || usualPort))
    ? undefined
    : by;
}

function isThisMachine(host: string): boolean {
  return (
    host === "localhost" || host.endsWith(".localhost") || inRange("127.0.0.0/8", host) || host === "::1"
  );
}

/** As curl and Go read NO_PROXY: a name with all names below it, an address, a range of addresses, or `*`. */
function names(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return inRange(entry, host);
  const [, named = entry, onlyPort] = isIP(entry) ? [] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const name = withoutBrackets(named).replace(/^\*?\./, "");
  return name !== "" && (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));
}

function inRange(range: string, host: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  const family = isIP(network);
  const longest = family === 4 ? 32 : 128;
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > longest)
    return false;
  const kind = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(bits), kind);
  return list.check(host, kind);
}

/** The setting of the proxy for an address. */
function proxySetting({ protocol }: Pick<Target, "protocol">): "HTTPS_PROXY" | "HTTP_PROXY" {
  return protocol === "https:" || protocol === "wss:" ? "HTTPS_PROXY" : "HTTP_PROXY";
}

/** The header that a proxy with a password asks for. */
export function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (username === "") return {};
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(both).toString("base64")}` };
}

/** What is used, for the log and for operators. It has no password. */
export function proxyFacts({ https, http, noProxy, resolves }: Proxy) {
  return { https: https?.origin, http: http?.origin, noProxy, resolves };
}

/** A call didn't leave, because the proxy failed. Nothing reached the server. */
export class ProxyFailure extends AppError {
  // Without the code of its cause: undici tries some of them again without end.
  constructor(happened: string, advice: string, cause?: unknown) {
    super("upstream", `${happened} ${advice}`, { happened, cause });
  }
}

/** The failure of a proxy that ended in this error. Undefined if it wasn't the proxy's. */
export function proxyFailureIn(error: unknown): ProxyFailure | undefined {
  let at = error;
  // An error is never nested this deep.
  for (let depth = 0; depth < 10 && at instanceof Error; depth += 1) {
    if (at instanceof ProxyFailure) return at;
    at = at.cause;
  }
  return undefined;
}

const asked = (setting: string, host: string) =>
  `Ask the operator of Quartermaster to check ${setting}, or to add ${host} to NO_PROXY.`;

/** No connection to the proxy. */
export function proxyAway(target: Target, cause: unknown): ProxyFailure {
  const setting = proxySetting(target);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
  return new ProxyFailure(
    `The proxy of ${setting} can't be reached (${code}), so nothing was sent to ${target.hostname}.`,
    asked(setting, target.hostname),
    cause,
  );
}

/** The proxy didn't answer in time. */
export function proxySlow(target: Target, afterMs: number): ProxyFailure {
  const setting = proxySetting(target);
  return new ProxyFailure(
    `The proxy of ${setting} didn't answer within ${afterMs / 1_000} seconds, so nothing was sent to ${target.hostname}.`,
    asked(setting, target.hostname),
  );
}

/** The proxy refused to connect, with this status. */
export function proxyRefused(target: Target, status: number): ProxyFailure {
  const setting = proxySetting(target);
  const { hostname } = target;
  // Tinyproxy says 401.
  if (status === 407 || status === 401)
    return new ProxyFailure(
      `The proxy of ${setting} wants another user and password (${status}), so nothing was sent to ${hostname}.`,
      `Ask the operator of Quartermaster to correct them in ${setting}, as in http://user:password@proxy.example.com:3128.`,
    );
  return new ProxyFailure(
    status >= 500
      ? `The proxy of ${setting} couldn't connect to ${hostname} (${status}), so nothing was sent there.`
      : `The proxy of ${setting} doesn't allow ${hostname} (${status}), so nothing was sent there.`,
    `Ask the operator of Quartermaster to allow ${hostname} at the proxy, or to add it to NO_PROXY.`,
  );
}

/** A name that people typed isn't known here, where it must be checked. */
export function nameUnknown(hostname: string, cause: Error): ProxyFailure {
  return new ProxyFailure(
    `${hostname} can't be looked up here, so nothing was sent to it.`,
    "Check the name. If only the proxy can look names up, the operator of Quartermaster sets PROXY_RESOLVES=yes.",
    cause,
  );
}
