import type { RichTextBlock } from "@slack/types";

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
