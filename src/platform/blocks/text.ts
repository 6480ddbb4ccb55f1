import type {
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  KnownBlock,
  MrkdwnElement,
  PlainTextElement,
  RichTextBlock,
  SectionBlock,
} from "@slack/types";
import { oneLine, truncate } from "../../lib/text.ts";
import { visible } from "./escape.ts";
import { cutMrkdwn, limits } from "./limits.ts";

function mrkdwn(text: string): MrkdwnElement {
  // https://docs.slack.dev/reference/block-kit/composition-objects/text-object: in verbatim text nothing becomes a link
  // by itself.
  const verbatim = /:\/\/|@(?:channel|here|everyone)/i.test(text);
  return { type: "mrkdwn", text: cutMrkdwn(text, limits.text), ...(verbatim && { verbatim }) };
}

/** A plain text object. Its text needs no escaping. */
export function plainText(text: string, maxLength: number = limits.text): PlainTextElement {
  return { type: "plain_text", text: truncate(text, maxLength) };
}

/** A paragraph of mrkdwn. Text from elsewhere must be escaped already. */
export function section(text: string): SectionBlock {
  return { type: "section", text: mrkdwn(text) };
}

/** At most ten facts side by side, each under its name. Both are mrkdwn. */
export function fields(facts: readonly (readonly [name: string, value: string])[]): SectionBlock {
  const shown = facts.slice(0, limits.fields.count);
  const texts = shown.map(([name, value]) => cutMrkdwn(`*${name}*\n${value}`, limits.fields.text));
  return { type: "section", fields: texts.map((text) => mrkdwn(text)) };
}

/** A title in plain text. It needs no escaping. */
export function header(text: string): HeaderBlock {
  return { type: "header", text: plainText(text, limits.header.text) };
}

/** Small print: up to ten pieces of mrkdwn. */
export function context(...texts: [string, ...string[]]): ContextBlock {
  const elements = texts.slice(0, limits.context.elements).map((text) => mrkdwn(text));
  return { type: "context", elements };
}

/** A line across. */
export function divider(): DividerBlock {
  return { type: "divider" };
}

/** Lines of mrkdwn in as few sections as possible, without breaking a line. Each line must fit into a section. */
export function packed(texts: readonly string[]): KnownBlock[] {
  const sections: string[] = [];
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const last = sections.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= limits.text) {
      sections[sections.length - 1] = `${last}\n${line}`;
    } else sections.push(line);
  }
  return sections.map((text) => section(text));
}

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
