/** Hosts as an operator lists them: `host` for all of its ports, or `host:port`; in lower case, and IPv6 without brackets. */
export type AllowedHosts = readonly string[];

/** True where the operator allows what is at an address, public or not, encrypted or not. */
export function isAllowedHost({ hostname, port, protocol }: HostAddress, allowed: AllowedHosts): boolean {
  const host = withoutBrackets(hostname.toLowerCase());
  const usedPort = port || (protocol === "https:" ? "443" : "80");
  return allowed.includes(host) || allowed.includes(`${host}:${usedPort}`);
}

/** The parts of a URL that say whom it reaches. */
interface HostAddress {
  hostname: string;
  /** Empty for the protocol's own. */
  port: string;
  protocol: string;
}

/** The host of a URL as a resolver takes it. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
