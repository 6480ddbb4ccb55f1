import { isIPv6 } from "node:net";
import { visible } from "../../../platform/blocks/escape.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { KnownEndpoint } from "../provisioning/progress.ts";

/** How to reach an endpoint: a line that is safe to paste into a shell, or what the cloud told in plain text. */
export interface ConnectionLine {
  /** What kind of connection it is, in plain text. */
  title: string;
  /** A command or an address, without any password. */
  line?: string;
  /** What stands in place of a line, or is to be known beside it, in plain text. */
  note?: string;
}

const maxShownLength = 120;

/** The line for one endpoint. All parts of it are the cloud's words: what does not look as it should is only shown. */
export function connectionLine(endpoint: KnownEndpoint): ConnectionLine {
  const { protocol = "", username } = endpoint;
  const title = shown(protocol) || "endpoint";
  if (!endpoint.host) return { title, note: "The cloud names no host for it." };
  const address = addressOf(endpoint);
  if (address === undefined || (username && !userPattern.test(username))) {
    return { title, note: `No command, as this does not look like an address: ${asTold(endpoint)}.` };
  }
  return { title, ...lineOf(protocol.toLowerCase(), { ...address, user: username || undefined }) };
}

interface Address {
  host: string;
  port: number | undefined;
  user?: string | undefined;
}

// None of these begins with a dash, is quoted or means anything to a shell or in an address.
const hostPattern = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;
const ipv6Pattern = /^[\da-f:.]+$/i;
const userPattern = /^\w[\w.-]{0,127}$/;
const protocolPattern = /^[a-z][a-z\d+.-]{0,31}$/;

function addressOf({ host = "", port }: KnownEndpoint): Address | undefined {
  const isHost = hostPattern.test(host) || isAddress6(host);
  const isPort = port === undefined || (Number.isInteger(port) && port >= 1 && port <= 65_535);
  return isHost && isPort ? { host, port } : undefined;
}

function lineOf(protocol: string, { host, port, user }: Address): Omit<ConnectionLine, "title"> {
  const inUrl = `${isAddress6(host) ? `[${host}]` : host}${port === undefined ? "" : `:${port}`}`;
  if (protocol === "mysql") {
    const portOption = port === undefined ? "" : ` --port=${port}`;
    // Without the option it would go by the name of whoever types it.
    const line = `mysql --host=${host}${portOption} --user=${user ?? "USER"} --password`;
    return { line, ...(user === undefined ? { note: "The cloud names no user: put yours for USER." } : {}) };
  }
  if (protocol === "https" || protocol === "http") {
    const userOption = user === undefined ? "" : ` --user '${user}'`;
    return { line: `curl${userOption} '${protocol}://${inUrl}/'` };
  }
  if (!protocolPattern.test(protocol)) return { line: inUrl };
  return { line: `${protocol}://${user === undefined ? "" : `${user}@`}${inUrl}` };
}

/** Without a zone, which means something on one machine only. */
function isAddress6(host: string): boolean {
  return ipv6Pattern.test(host) && isIPv6(host);
}

function asTold({ host = "", port, username }: KnownEndpoint): string {
  const user = username ? `user ${shown(username)} at ` : "";
  return `${user}${shown(host)}${port === undefined ? "" : `, port ${port}`}`;
}

function shown(text: string): string {
  return truncate(oneLine(visible(text)), maxShownLength);
}
