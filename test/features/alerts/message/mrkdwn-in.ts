import type { Reply } from "../../../../src/platform/blocks/reply.ts";

/** All mrkdwn texts of a reply in their order, with its own text. */
export function mrkdwnIn({ text, blocks, colored }: Reply): string[] {
  return [text, ...mrkdwnOf(blocks), ...mrkdwnOf(colored?.blocks)];
}

/** All mrkdwn texts in blocks or in a part of them. */
export function mrkdwnOf(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(mrkdwnOf);
  if (typeof part !== "object" || part === null) return [];
  if ("type" in part && part.type === "mrkdwn" && "text" in part) return [String(part.text)];
  return Object.values(part).flatMap(mrkdwnOf);
}

/** The labels of a reply's buttons and of its menus' entries. */
export function clickable({ blocks, colored }: Reply): string[] {
  return [...blocks, ...(colored?.blocks ?? [])].flatMap((block) =>
    block.type === "actions" ? block.elements.flatMap(labels) : [],
  );
}

function labels(element: unknown): string[] {
  const text = JSON.stringify(element);
  return [...text.matchAll(/"type":"plain_text","text":"([^"]*)"/g)].map(([, label]) => label ?? "");
}

const ours = [
  /<!date\^\d+\^(?:\{date_short_pretty\}(?: \{time\})?|\{ago\})\|\d{4}-\d\d-\d\d \d\d:\d\d UTC>/g,
  /<@U[A-Z0-9]+>/g,
  /<https?:\/\/[^<>|\s]+\|(?:Open in the console|Runbook|open)>/g,
];

/** A text without the Slack tokens that we write ourselves. */
export function withoutOurTokens(mrkdwn: string): string {
  return ours.reduce((text, token) => text.replace(token, ""), mrkdwn);
}
