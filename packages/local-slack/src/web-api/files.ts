import { z } from "zod";
import { joinedChannel } from "../channels.ts";
import { announceFile, completeFile, filePayload, fileUrl, isPicture } from "../files.ts";
import type { JsonObject } from "../json.ts";
import { addMessage } from "../messages.ts";
import { SlackRefusal } from "../refusal.ts";
import type { StoredFile, Workspace } from "../workspace.ts";
import { Count, orJson } from "./arguments.ts";
import { method } from "./method.ts";

/** files.getUploadURLExternal: an address for a file's bytes. */
export const getUploadUrl = method({
  scopes: ["files:write"],
  args: z.object({ filename: z.string().min(1), length: Count.positive(), alt_txt: z.string().default("") }),
  run({ filename, length, alt_txt }, { workspace }) {
    const { file, uploadUrl } = announceFile(workspace, {
      name: filename,
      sizeInBytes: length,
      altText: alt_txt,
    });
    return { upload_url: uploadUrl, file_id: file.id };
  },
});

/** files.completeUploadExternal: makes uploaded files usable, and shares them if a channel is given. */
export const completeUpload = method({
  scopes: ["files:write"],
  args: z.object({
    files: orJson(z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1)),
    channel_id: z.string().optional(),
    initial_comment: z.string().default(""),
    thread_ts: z.string().optional(),
  }),
  run({ files: named, channel_id, initial_comment, thread_ts }, { workspace }) {
    const channel = channel_id === undefined ? undefined : joinedChannel(workspace, channel_id);
    const files = named.map(({ id, title }) => finish(workspace, id, title));
    if (channel) {
      const blocks = [...comment(initial_comment), ...files.map((file) => shownFile(workspace, file))];
      const user = workspace.app.botUserId;
      const shared = files.map((file) => filePayload(workspace, file));
      addMessage(workspace, channel, {
        user,
        text: initial_comment,
        blocks,
        threadTs: thread_ts,
        files: shared,
      });
    }
    return { files: files.map((file) => filePayload(workspace, file)) };
  },
});

/** files.info: one file. */
export const fileInfo = method({
  scopes: ["files:read"],
  args: z.object({ file: z.string() }),
  run: ({ file }, { workspace }) => ({ file: filePayload(workspace, completeFile(workspace, file)) }),
});

function finish({ files }: Workspace, id: string, title: string | undefined): StoredFile {
  const file = files.get(id);
  if (!file?.content) throw new SlackRefusal("file_not_found");
  file.complete = true;
  file.title = title ?? file.title;
  return file;
}

/** The text above the files. */
function comment(text: string): JsonObject[] {
  return text === "" ? [] : [{ type: "section", block_id: "comment", text: { type: "mrkdwn", text } }];
}

/** A shared file as a block: a picture, or a link to its bytes. */
function shownFile(workspace: Workspace, file: StoredFile): JsonObject {
  const { id, title, altText } = file;
  if (isPicture(file)) {
    return { type: "image", block_id: id, slack_file: { id }, alt_text: altText || title };
  }
  const text = `<${fileUrl(workspace, file)}|${escaped(title)}> (${escaped(file.name)})`;
  return { type: "context", block_id: id, elements: [{ type: "mrkdwn", text }] };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
