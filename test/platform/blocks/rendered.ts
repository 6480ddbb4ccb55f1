import type { KnownBlock } from "@slack/types";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Block, Message } from "slack-blocks-to-jsx";

/** Blocks as HTML, by a renderer of Block Kit and mrkdwn that shares no code with ours. */
export function rendered(blocks: readonly KnownBlock[]): string {
  // As JSON, because the renderer has its own types for the same blocks.
  const wire: Block[] = JSON.parse(JSON.stringify(blocks, asSlackReads));
  const html = renderToStaticMarkup(
    createElement(Message, {
      blocks: wire,
      logo: "data:,",
      name: "Quartermaster",
      time: new Date(0),
      data: { users: [], channels: [], user_groups: [] },
    }),
  );
  return html.slice(html.indexOf("slack_blocks_to_jsx--blocks"));
}

/** The renderer ignores `verbatim`, which stops Slack from making links and mentions. */
function asSlackReads(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("verbatim" in value) || !("text" in value))
    return value;
  const text = String(value.text)
    .split(/(<[^<>]*>)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/:(?=\/\/)|@(?=channel|here|everyone)/gi, "$&\u200b"),
    )
    .join("");
  return { ...value, text };
}

/** The readable text of rendered blocks. */
export function renderedText(blocks: readonly KnownBlock[]): string {
  return rendered(blocks)
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
