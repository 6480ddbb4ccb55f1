import type {
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  MrkdwnElement,
  PlainTextElement,
  SectionBlock,
} from "@slack/types";
import { truncate } from "../lib/text.ts";
import { cutMrkdwn, limits } from "./limits.ts";

/** A mrkdwn text object; what came from elsewhere is escaped in it already. */
export function mrkdwn(text: string, maxLength: number = limits.text): MrkdwnElement {
  return { type: "mrkdwn", text: cutMrkdwn(text, maxLength) };
}

/** A plain text object, in which nothing needs escaping. */
export function plainText(text: string, maxLength: number = limits.text): PlainTextElement {
  return { type: "plain_text", text: truncate(text, maxLength) };
}

/** A paragraph of mrkdwn. */
export function section(text: string): SectionBlock {
  return { type: "section", text: mrkdwn(text) };
}

/** A title of plain text, in which nothing needs escaping. */
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

/** Up to ten facts in two columns, each a label over its value; values are mrkdwn. */
export function fields(facts: readonly { label: string; value: string }[]): SectionBlock {
  const shown = facts.slice(0, limits.section.fields);
  return {
    type: "section",
    fields: shown.map(({ label, value }) => mrkdwn(`*${label}*\n${value}`, limits.section.fieldText)),
  };
}
