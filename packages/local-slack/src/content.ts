import { z } from "zod";
import { withIds } from "./elements.ts";
import { isPicture } from "./files.ts";
import { isJsonObject, jsonObjects, type JsonObject } from "./json.ts";
import { SlackRefusal } from "./refusal.ts";
import { validateMessage, validateView } from "./validate/index.ts";
import type { ViewContent, Workspace } from "./workspace.ts";

/** An app's content for a message, unchecked. Blocks and attachments may be JSON in a string. */
export interface RawContent {
  text?: string;
  blocks?: unknown;
  attachments?: unknown;
}

/** A message's text, blocks and attachments as Slack accepts them. */
export interface MessageContent {
  text: string;
  blocks?: JsonObject[];
  attachments?: JsonObject[];
}

/** The content as it is stored, or Slack's refusal of it. */
export function acceptedContent(workspace: Workspace, raw: RawContent): MessageContent {
  const blocks = fromJsonString(raw.blocks, "invalid_blocks_format");
  const attachments = fromJsonString(raw.attachments, "invalid_attachments");
  const problem = validateMessage({ text: raw.text, blocks, attachments });
  if (problem) throw new SlackRefusal(problem.error, problem.messages);
  requireFiles(workspace, [blocks, attachments]);
  return {
    text: raw.text ?? "",
    blocks: acceptedBlocks(blocks),
    attachments: acceptedAttachments(attachments),
  };
}

const View = z.looseObject({
  type: z.enum(["modal", "home"]),
  blocks: z.array(z.record(z.string(), z.unknown())),
  callback_id: z.string().default(""),
  external_id: z.string().default(""),
  private_metadata: z.string().default(""),
  clear_on_close: z.boolean().default(false),
  notify_on_close: z.boolean().default(false),
});

/** The view as it is stored, or Slack's refusal of it. */
export function acceptedView(workspace: Workspace, raw: unknown, type: ViewContent["type"]): ViewContent {
  const view = fromJsonString(raw, "invalid_arguments");
  const problem = validateView(view);
  if (problem) throw new SlackRefusal(problem.error, problem.messages);
  const read = View.safeParse(view);
  if (!read.success)
    throw new SlackRefusal("invalid_arguments", [`[ERROR] ${read.error.issues[0]?.message}`]);
  if (read.data.type !== type)
    throw new SlackRefusal("invalid_arguments", [`[ERROR] must be a ${type} view [json-pointer:/view/type]`]);
  requireFiles(workspace, read.data.blocks);
  return { ...read.data, blocks: withIds(read.data.blocks) };
}

function fromJsonString(value: unknown, error: string): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new SlackRefusal(error, [
      `[ERROR] ${cause instanceof Error ? cause.message : "must be valid JSON"}`,
    ]);
  }
}

function acceptedBlocks(value: unknown): JsonObject[] | undefined {
  return value === undefined || value === null ? undefined : withIds(jsonObjects(value));
}

function acceptedAttachments(value: unknown): JsonObject[] | undefined {
  if (value === undefined || value === null) return undefined;
  return jsonObjects(value).map((attachment) => ({
    ...attachment,
    ...(attachment.blocks !== undefined && { blocks: withIds(jsonObjects(attachment.blocks)) }),
  }));
}

/** Pictures of uploaded files need a complete upload of a picture. */
function requireFiles(workspace: Workspace, content: unknown): void {
  for (const id of slackFileIds(content)) {
    const file = workspace.files.get(id);
    if (!file?.complete || !isPicture(file))
      throw new SlackRefusal("invalid_blocks", [`[ERROR] invalid slack file [json-pointer:/blocks] (${id})`]);
  }
}

function slackFileIds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(slackFileIds);
  if (!isJsonObject(value)) return [];
  const file = isJsonObject(value.slack_file) ? [String(value.slack_file.id)] : [];
  return [...file, ...Object.values(value).flatMap(slackFileIds)];
}
