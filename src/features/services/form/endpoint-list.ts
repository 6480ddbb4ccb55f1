import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { linesOf } from "../../../lib/text.ts";

type Endpoints = NonNullable<ServiceRequest["endpoints"]>;

const switches = new Map([
  ["on", true],
  ["off", false],
  ["", true],
]);

/** Endpoints as people type them, one `protocol on` or `protocol off` a line, and what is wrong with which line. */
export function readEndpoints(text: string): { endpoints: Endpoints; problems: string[] } {
  const endpoints: Endpoints = [];
  const problems: string[] = [];
  for (const { line, number } of linesOf(text)) {
    const [protocol = "", wish = "", ...rest] = line.split(/\s+/);
    const enabled = rest.length === 0 ? switches.get(wish.toLowerCase()) : undefined;
    if (enabled === undefined) {
      problems.push(`Line ${number}: after the protocol comes on or off, such as mysql on.`);
    } else if (endpoints.some((known) => known.protocol.toLowerCase() === protocol.toLowerCase())) {
      problems.push(`Line ${number}: ${protocol} stands here twice.`);
    } else endpoints.push({ protocol, enabled });
  }
  return { endpoints, problems };
}

/** The same endpoints as text. */
export function writeEndpoints(endpoints: Endpoints): string {
  return endpoints.map(({ protocol, enabled }) => `${protocol} ${enabled ? "on" : "off"}`).join("\n");
}
