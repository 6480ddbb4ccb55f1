import type { RichTextBlock } from "@slack/types";
import { oneLine } from "../../lib/text.ts";
import { visible } from "./escape.ts";

/** A text to copy exactly as it is: of ours, since a reader copies also what does not show. */
export function preformatted(text: string): RichTextBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}

/** The same for mrkdwn where no blocks are shown; the text holds no backticks. */
export function fenced(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `\`\`\`\n${escaped}\n\`\`\``;
}

/** Facts, a line each, that are copied character by character: `code` in mrkdwn puts invisible signs into addresses. */
export function factsToCopy(facts: readonly (readonly [label: string, value: string])[]): RichTextBlock {
  return {
    type: "rich_text",
    elements: facts.map(([label, value]) => ({
      type: "rich_text_section",
      elements: [
        { type: "text", text: `${label}:`, style: { bold: true } },
        { type: "text", text: " " },
        { type: "text", text: oneLine(visible(value)), style: { code: true } },
      ],
    })),
  };
}
