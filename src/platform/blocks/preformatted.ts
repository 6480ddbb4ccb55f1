import type { RichTextBlock } from "@slack/types";
import { oneLine } from "../../lib/text.ts";
import { visible } from "./escape.ts";

/** A text to copy exactly. Pass only our own texts, because a reader also copies what does not show. */
export function preformatted(text: string): RichTextBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}

/** The same in mrkdwn, for when no blocks are shown. The text must hold no backticks. */
export function fenced(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `\`\`\`\n${escaped}\n\`\`\``;
}

/** Facts to copy character by character, one a line. `code` in mrkdwn would put invisible characters into addresses. */
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
