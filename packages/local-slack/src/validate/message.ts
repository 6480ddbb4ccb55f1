import { z } from "zod";
import { isJsonObject } from "../json.ts";
import { blockIn } from "./blocks/index.ts";
import { errorLine, errorLines, type SlackProblem } from "./problem.ts";
import { blocksIn, countOf, duplicateActionIds, duplicateBlockIds, saysTooMuch } from "./together.ts";

// https://docs.slack.dev/reference/block-kit/blocks: 50 blocks a message; the same holds for each attachment
const messageBlocks = z.array(blockIn("message")).max(50);

// https://docs.slack.dev/reference/methods/chat.postMessage
const mostAttachments = 100;
const longestText = 40_000;

// From the service's refusals
const mostTables = 1;
const mostCharts = 2;

/** Slack's refusal of a message. Null if it accepts it. */
export function validateMessage(message: {
  text?: unknown;
  blocks?: unknown;
  attachments?: unknown;
}): SlackProblem | null {
  const { text } = message;
  const blocks = message.blocks ?? [];
  const attachments = message.attachments ?? [];
  if (!Array.isArray(blocks)) return { error: "invalid_blocks_format", messages: [] };
  if (!Array.isArray(attachments)) return { error: "invalid_attachments", messages: [] };
  if (attachments.length > mostAttachments) return { error: "too_many_attachments", messages: [] };
  if (!saysSomething(text, blocks, attachments)) return { error: "no_text", messages: [] };
  if (typeof text === "string" && text.length > longestText) return { error: "msg_too_long", messages: [] };
  return blocksProblem(blocks) ?? attachmentsProblem(attachments) ?? wholeProblem(blocks, attachments);
}

function saysSomething(text: unknown, blocks: unknown[], attachments: unknown[]): boolean {
  const hasText = typeof text === "string" && text.trim() !== "";
  return (
    hasText ||
    blocks.length > 0 ||
    attachments.some((item) => isJsonObject(item) && Object.keys(item).length > 0)
  );
}

function blocksProblem(blocks: unknown[]): SlackProblem | null {
  return problem("invalid_blocks", listLines(blocks, ["blocks"]));
}

function attachmentsProblem(attachments: unknown[]): SlackProblem | null {
  const lines = attachments.flatMap((attachment, index) => {
    if (!isJsonObject(attachment)) return [errorLine("must provide an object", ["attachments", index])];
    return attachment.blocks === undefined
      ? []
      : listLines(attachment.blocks, ["attachments", index, "blocks"]);
  });
  return problem("invalid_attachments", lines);
}

/** The problems within one list of blocks. */
function listLines(blocks: unknown, root: readonly PropertyKey[]): string[] {
  const places = blocksIn(blocks, root);
  const shape = errorLines(messageBlocks.safeParse(blocks).error?.issues ?? [], blocks, root);
  return [...shape, ...duplicateBlockIds(places), ...duplicateActionIds(places)];
}

/** The problems of all blocks of a message together, including those of its attachments. */
function wholeProblem(blocks: unknown[], attachments: unknown[]): SlackProblem | null {
  const attached = attachments.map((attachment) =>
    isJsonObject(attachment) ? attachment.blocks : undefined,
  );
  const places = [
    ...blocksIn(blocks, ["blocks"]),
    ...attached.flatMap((list, index) => blocksIn(list, ["attachments", index, "blocks"])),
  ];
  if (countOf(places, "table", "data_table") > mostTables) {
    return { error: "invalid_attachments", messages: ["only_one_table_allowed"] };
  }
  if (countOf(places, "data_visualization") > mostCharts) {
    return problem("invalid_blocks", [
      errorLine(`no more than ${mostCharts} data_visualization allowed`, ["blocks"]),
    ]);
  }
  if (saysTooMuch([...blocks, ...attached.flat()])) return { error: "msg_blocks_too_long", messages: [] };
  return problem("invalid_attachments", duplicateBlockIds(places));
}

function problem(error: string, messages: string[]): SlackProblem | null {
  return messages.length === 0 ? null : { error, messages };
}
