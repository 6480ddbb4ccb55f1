import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { linesOf } from "../../../lib/text.ts";
import { isIP } from "node:net";
import * as texts from "./texts.ts";

type Addresses = NonNullable<ServiceRequest["ipAccessList"]>;

const prefixLengths: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** Reads addresses as people type them, one `CIDR description` a line, with a problem for each wrong line. */
export function readAddresses(text: string): { addresses: Addresses; problems: string[] } {
  const read = linesOf(text).map(({ line, number }) => {
    const [, source = "", description = ""] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    return { number, source, description };
  });
  return {
    addresses: read.map(({ source, description }) => ({ source, ...(description ? { description } : {}) })),
    problems: read.flatMap(({ number, source }) => {
      const problem = addressProblem(source);
      return problem === undefined ? [] : [texts.inLine(number, problem)];
    }),
  };
}

/** Writes addresses as {@link readAddresses} reads them. */
export function writeAddresses(addresses: Addresses): string {
  return addresses.map(({ source, description = "" }) => `${source} ${description}`.trim()).join("\n");
}

/** True if the list lets every address try. */
export function isOpenToWorld(addresses: Addresses): boolean {
  return addresses.some(({ source }) => /\/0+$/.test(source));
}

function addressProblem(source: string): string | undefined {
  const [address = "", prefix, ...rest] = source.split("/");
  // A zone, as in fe80::1%eth0, has a meaning on its own machine only.
  const family = address.includes("%") ? 0 : isIP(address);
  const longest = prefixLengths[family];
  if (longest === undefined || rest.length > 0) {
    return texts.badAddress(source);
  }
  if (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)) return undefined;
  return texts.badPrefix(source, longest);
}

type Endpoints = NonNullable<ServiceRequest["endpoints"]>;

const switches = new Map([
  ["on", true],
  ["off", false],
  ["", true],
]);

/** Reads endpoints as people type them, one `protocol on` or `protocol off` a line, with a problem for each wrong line. */
export function readEndpoints(text: string): { endpoints: Endpoints; problems: string[] } {
  const endpoints: Endpoints = [];
  const problems: string[] = [];
  for (const { line, number } of linesOf(text)) {
    const [protocol = "", setting = "", ...rest] = line.split(/\s+/);
    const enabled = rest.length === 0 ? switches.get(setting.toLowerCase()) : undefined;
    if (enabled === undefined) {
      problems.push(texts.inLine(number, texts.badSwitch));
    } else if (endpoints.some((known) => known.protocol.toLowerCase() === protocol.toLowerCase())) {
      problems.push(texts.inLine(number, texts.twice(protocol)));
    } else endpoints.push({ protocol, enabled });
  }
  return { endpoints, problems };
}

/** Writes endpoints as {@link readEndpoints} reads them. */
export function writeEndpoints(endpoints: Endpoints): string {
  return endpoints.map(({ protocol, enabled }) => `${protocol} ${enabled ? "on" : "off"}`).join("\n");
}
