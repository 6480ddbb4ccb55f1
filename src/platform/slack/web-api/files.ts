import type { WebClient } from "@slack/web-api";
import type { OutgoingFile } from "../../jobs/messenger.ts";
import { AppError } from "../../../lib/errors.ts";
import { slackFailure } from "../failure.ts";

/** Hands a file to Slack without showing it anywhere; fails as AppError. */
export async function uploadFile(client: WebClient, file: OutgoingFile): Promise<{ fileId: string }> {
  const { files } = await uploading(() => client.filesUploadV2(facts(file)));
  const fileId = files[0]?.files?.[0]?.id;
  if (fileId === undefined) throw notTaken();
  return { fileId };
}

/** Hands a file to Slack and shows it in a channel or a thread, with a comment; fails as AppError. */
export async function shareFile(
  client: WebClient,
  { title, ...file }: OutgoingFile & { title: string },
  { channelId, threadTs, comment }: { channelId: string; threadTs?: string; comment: string },
): Promise<void> {
  const where = { channel_id: channelId, initial_comment: comment };
  await uploading(() =>
    client.filesUploadV2({
      ...facts(file),
      title,
      ...(threadTs === undefined ? where : { ...where, thread_ts: threadTs }),
    }),
  );
}

function facts({ name, bytes, altText }: OutgoingFile) {
  return { filename: name, file: bytes, ...(altText === undefined ? {} : { alt_text: altText }) };
}

async function uploading<T>(upload: () => Promise<T>): Promise<T> {
  try {
    return await upload();
  } catch (error) {
    const failure = slackFailure("files.upload", error);
    // The bytes go to an address of their own, whose refusal is none of the Web API's errors.
    throw failure.kind === "bug" && error instanceof Error && !("code" in error) ? notTaken(error) : failure;
  }
}

function notTaken(cause?: Error): AppError {
  return new AppError("upstream", "Slack did not take the file; please try again in a minute.", { cause });
}
