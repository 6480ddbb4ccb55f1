import { BlockList, isIPv4, isIPv6 } from "node:net";

// IANA's registries of special-purpose addresses. None of these is on the public Internet.
const specialIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Link-local. Most clouds serve a machine's own credentials here.
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Azure's WireServer. It looks public, but belongs to each machine.
  "168.63.129.16/32",
];

// Ranges within 2000::/3. Nothing outside of that is public.
const specialIpv6 = [
  // IETF's own uses, Teredo among them.
  "2001::/23",
  "2001:db8::/32",
  // 6to4, which carries any IPv4 address.
  "2002::/16",
  "3fff::/20",
];

/**
 * True for an address on the public Internet, written as a resolver or a URL writes it; false for any other text. An
 * IPv6 address that maps an IPv4 one (also by NAT64) is as public as the IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !listOf(specialIpv4, "ipv4").check(address, "ipv4");
  if (!isIPv6(address)) return false;
  const groups = groupsOf(address);
  if (isMapped(groups) || isNat64(groups)) return isPublicAddress(lastIpv4Of(groups));
  const isGlobal = ((groups[0] ?? 0) & 0xe000) === 0x2000;
  return isGlobal && !listOf(specialIpv6, "ipv6").check(address, "ipv6");
}

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** The eight groups of an IPv6 address. `URL` writes it in hexadecimal with at most one `::`. */
function groupsOf(address: string): number[] {
  const [withoutZone = ""] = address.split("%");
  const canonical = new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => "0");
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}

// RFC 4291: ::ffff:0:0/96
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

// RFC 6052: 64:ff9b::/96
function isNat64([first, second, ...rest]: readonly number[]): boolean {
  return first === 0x64 && second === 0xff9b && rest.slice(0, 4).every((group) => group === 0);
}

function lastIpv4Of(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/**
 * Hosts as an operator lists them: `host` for all of its ports, or `host:port`. They are in lower case, IPv6 without
 * brackets.
 */
export type AllowedHosts = readonly string[];

/** True if the operator allows this address, whether or not it is public or encrypted. */
export function isAllowedHost({ hostname, port, protocol }: HostAddress, allowed: AllowedHosts): boolean {
  const host = withoutBrackets(hostname.toLowerCase());
  const usedPort = port || (protocol === "https:" ? "443" : "80");
  return allowed.includes(host) || allowed.includes(`${host}:${usedPort}`);
}

/** The parts of a URL that name its host. */
interface HostAddress {
  hostname: string;
  /** Empty for the protocol's default port. */
  port: string;
  protocol: string;
}

/** The host of a URL, in the form that a resolver takes. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
