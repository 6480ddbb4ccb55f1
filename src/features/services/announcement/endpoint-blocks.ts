import type { KnownBlock, RichTextBlockElement, RichTextElement } from "@slack/types";
import { code, escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { context } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import type { KnownEndpoint } from "../provisioning/progress.ts";
import { type ConnectionLine, connectionLine } from "./connection-line.ts";

/** More than people read, and less than a message holds. */
const shownEndpoints = 6;

/** How to connect to a service: a line to copy for each endpoint, without any password. */
export function endpointBlocks(endpoints: readonly KnownEndpoint[]): KnownBlock[] {
  const lines = connectionLines(endpoints);
  const shown = lines.slice(0, shownEndpoints).flatMap(lineElements);
  const leftOut = lines.length - shownEndpoints;
  if (shown.length === 0)
    return [context("The cloud has named no endpoint yet; its console shows how to connect.")];
  return [
    { type: "rich_text", elements: shown },
    ...(leftOut > 0
      ? [context(`And ${plural(leftOut, "more endpoint")}: the cloud's console lists them.`)]
      : []),
    ...(lines.some(({ line }) => line)
      ? [context("No password is in these; a command that names a user asks for it.")]
      : []),
  ];
}

/** The same as mrkdwn, for where no blocks are shown. */
export function endpointText(endpoints: readonly KnownEndpoint[]): string {
  return connectionLines(endpoints)
    .slice(0, shownEndpoints)
    .map(({ title, line, note }) => {
      const parts = [...(line === undefined ? [] : [code(line)]), ...(note ? [escapeMrkdwn(note)] : [])];
      return `${escapeName(title)}: ${parts.join(" ")}`;
    })
    .join("\n");
}

/** Each once: some servers name one endpoint several times. */
function connectionLines(endpoints: readonly KnownEndpoint[]): ConnectionLine[] {
  const lines = endpoints.map((endpoint) => connectionLine(endpoint));
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

// Rich text shows every text as it is, so nothing needs escaping, and what is copied is what was told.
function lineElements({ title, line, note }: ConnectionLine): RichTextBlockElement[] {
  const beside: RichTextElement[] = note === undefined ? [] : [{ type: "text", text: `  ${note}` }];
  const heading: RichTextElement = { type: "text", text: title, style: { bold: true } };
  const toCopy: RichTextBlockElement[] =
    line === undefined ? [] : [{ type: "rich_text_preformatted", elements: [{ type: "text", text: line }] }];
  return [{ type: "rich_text_section", elements: [heading, ...beside] }, ...toCopy];
}
