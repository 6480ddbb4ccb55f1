import type { Service } from "../../../platform/cloud/services/service.ts";
import type { CreatedProgress, KnownEndpoint } from "../provisioning/progress.ts";
import type { KnownBlock, ModalView, RichTextBlockElement, RichTextElement } from "@slack/types";
import { code, escapeMrkdwn, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { isIPv6 } from "node:net";
import { actions } from "../../../platform/blocks/button.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { formatPassword, showPasswordButton } from "../passwords/passwords.ts";
import * as texts from "./texts.ts";

/** More than a person reads, and less than a message holds. */
const shownEndpoints = 6;

/** Shows how to connect to a service: a line to copy for each endpoint, without a password. */
export function endpointBlocks(endpoints: readonly KnownEndpoint[]): KnownBlock[] {
  const lines = connectionLines(endpoints);
  const shown = lines.slice(0, shownEndpoints).flatMap(lineElements);
  const leftOut = lines.length - shownEndpoints;
  if (shown.length === 0) return [context(texts.noEndpoint)];
  return [
    { type: "rich_text", elements: shown },
    ...(leftOut > 0 ? [context(texts.moreEndpoints(plural(leftOut, "more endpoint")))] : []),
    ...(lines.some(({ line }) => line) ? [context(texts.noPasswordInThese)] : []),
  ];
}

/** The same as mrkdwn, for clients that show no blocks. */
export function endpointText(endpoints: readonly KnownEndpoint[]): string {
  return connectionLines(endpoints)
    .slice(0, shownEndpoints)
    .map(({ title, line, note }) => {
      const parts = [...(line === undefined ? [] : [code(line)]), ...(note ? [escapeMrkdwn(note)] : [])];
      return `${escapeName(title)}: ${parts.join(" ")}`;
    })
    .join("\n");
}

/** Shows each endpoint once, because some servers name one several times. */
function connectionLines(endpoints: readonly KnownEndpoint[]): ConnectionLine[] {
  const lines = endpoints.map((endpoint) => connectionLine(endpoint));
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

// Rich text needs no escaping, so people copy exactly what the cloud sent.
function lineElements({ title, line, note }: ConnectionLine): RichTextBlockElement[] {
  const beside: RichTextElement[] = note === undefined ? [] : [{ type: "text", text: `  ${note}` }];
  const heading: RichTextElement = { type: "text", text: title, style: { bold: true } };
  const toCopy: RichTextBlockElement[] =
    line === undefined ? [] : [{ type: "rich_text_preformatted", elements: [{ type: "text", text: line }] }];
  return [{ type: "rich_text_section", elements: [heading, ...beside] }, ...toCopy];
}

/** How to reach an endpoint: a line that is safe to paste into a shell, or what the cloud sent as plain text. */
interface ConnectionLine {
  /** The kind of connection, in plain text. */
  title: string;
  /** A command or an address, without a password. */
  line?: string;
  /** Replaces or explains the line, in plain text. */
  note?: string;
}

const maxShownLength = 120;

/** Makes the line for one endpoint. Its parts come from the cloud, so a part that looks wrong is shown but not in a line. */
export function connectionLine(endpoint: KnownEndpoint): ConnectionLine {
  const { protocol = "", username } = endpoint;
  const title = shown(protocol) || "endpoint";
  if (!endpoint.host) return { title, note: "The cloud names no host for it." };
  const address = addressOf(endpoint);
  if (address === undefined || (username && !userPattern.test(username))) {
    return { title, note: `No command: this doesn't look like an address: ${asSent(endpoint)}.` };
  }
  return { title, ...lineOf(protocol.toLowerCase(), { ...address, user: username || undefined }) };
}

interface Address {
  host: string;
  port: number | undefined;
  user?: string | undefined;
}

// Nothing that these match begins with a dash, or has a meaning to a shell or in an address.
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
    // Without the option, mysql takes the name of the shell's user.
    const line = `mysql --host=${host}${portOption} --user=${user ?? "USER"} --password`;
    return { line, ...(user === undefined ? { note: texts.noUserNamed } : {}) };
  }
  if (protocol === "https" || protocol === "http") {
    const userOption = user === undefined ? "" : ` --user '${user}'`;
    return { line: `curl${userOption} '${protocol}://${inUrl}/'` };
  }
  if (!protocolPattern.test(protocol)) return { line: inUrl };
  return { line: `${protocol}://${user === undefined ? "" : `${user}@`}${inUrl}` };
}

/** False for an address with a zone, which has a meaning on one machine only. */
function isAddress6(host: string): boolean {
  return ipv6Pattern.test(host) && isIPv6(host);
}

function asSent({ host = "", port, username }: KnownEndpoint): string {
  const user = username ? `user ${shown(username)} at ` : "";
  return `${user}${shown(host)}${port === undefined ? "" : `, port ${port}`}`;
}

function shown(text: string): string {
  return truncate(oneLine(visible(text)), maxShownLength);
}

/** More than any service has. The rest of a longer list is ignored. */
const keptEndpoints = 50;

/** Picks four fields of each endpoint in a cloud's answer; at most 50 endpoints. */
export function endpointsOf({ endpoints = [] }: Pick<Service, "endpoints">): KnownEndpoint[] {
  return endpoints
    .slice(0, keptEndpoints)
    .map(({ protocol, host, port, username }) => ({ protocol, host, port, username }));
}

/** The endpoint that goes with the password: one with a user name if there is one. */
export function mainEndpoint(endpoints: readonly KnownEndpoint[]): KnownEndpoint {
  const reachable = endpoints.filter(({ host }) => host);
  return reachable.find(({ username }) => username) ?? reachable[0] ?? {};
}

/** Shows the creator a created service: where its password is, and its button while it waits. */
export function createdView(requestId: string, progress: CreatedProgress): ModalView {
  return notice("Created", [section(createdText(progress)), ...passwordButtonBlocks(requestId, progress)]);
}

/** The same as mrkdwn, for when no modal is open. */
export function createdText(progress: CreatedProgress): string {
  return `${texts.createdTitle(escapeName(progress.name))}\n${formatPassword(progress)}`;
}

function passwordButtonBlocks(requestId: string, { password }: CreatedProgress): KnownBlock[] {
  if (password.fate !== "sealed") return [];
  return [actions([showPasswordButton(requestId)]), context(texts.mayCloseCreated)];
}
