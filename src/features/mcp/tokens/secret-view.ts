import type { KnownBlock, ModalView } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";
import type { Token } from "./tokens.ts";

/** The only view that holds a token, for the person who made it. Nothing can draw it again. */
export function secretView(
  secret: string,
  { name, access, expiresAt }: Token,
  { publicUrl }: Pick<McpContext, "publicUrl">,
): ModalView {
  const server = { type: "http", url: `${publicUrl}/mcp`, headers: { Authorization: `Bearer ${secret}` } };
  const until = slackDate(new Date(expiresAt), { style: "day" });
  return notice(texts.tokenTitle, [
    section(texts.copyNow),
    preformatted(secret),
    section(texts.forClients),
    preformatted(JSON.stringify({ mcpServers: { quartermaster: server } }, undefined, 2)),
    smallPrint(texts.tokenSmall(escapeName(name), texts.accesses[access], until)),
  ]);
}

/** Rich text shows every character as it is. */
function preformatted(text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}
