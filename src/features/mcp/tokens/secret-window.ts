import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { type WindowStart, window } from "../../../platform/forms/window.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";
import type { Token } from "./tokens.ts";

/**
 * The only view that holds a token, for the person who made it. It is of this one answer: no feature lists it, so
 * nothing can draw it again.
 */
export function secretWindow(secret: string, token: Token, { publicUrl }: McpContext): WindowStart {
  const shows = window({
    name: "new-token",
    title: async () => texts.tokenTitle,
    tabs: [
      {
        name: "token",
        label: texts.tokenTitle,
        access: "viewer",
        draw: async () => blocks(secret, token, publicUrl),
      },
    ],
  });
  return { shows, subject: token.id };
}

function blocks(secret: string, { name, access, expiresAt }: Token, publicUrl: string): KnownBlock[] {
  const server = { type: "http", url: `${publicUrl}/mcp`, headers: { Authorization: `Bearer ${secret}` } };
  const until = slackDate(new Date(expiresAt), { style: "day" });
  return [
    section(texts.copyNow),
    preformatted(secret),
    section(texts.forClients),
    preformatted(JSON.stringify({ mcpServers: { quartermaster: server } }, undefined, 2)),
    smallPrint(texts.tokenSmall(escapeName(name), texts.accesses[access], until)),
  ];
}

/** Rich text shows every character as it is. */
function preformatted(text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}
