import { SlackRefusal } from "./refusal.ts";
import { newId, newSecret } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { StoredFile, Workspace } from "./workspace.ts";

const typesByExtension: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  svg: "image/svg+xml",
  csv: "text/csv",
  json: "application/json",
  txt: "text/plain",
};

/** Prepares an upload. `uploadUrl` accepts its bytes. */
export function announceFile(
  workspace: Workspace,
  { name, sizeInBytes, altText }: { name: string; sizeInBytes: number; altText: string },
): { file: StoredFile; uploadUrl: string } {
  const uploadKey = newSecret(16);
  const file: StoredFile = {
    id: newId("F"),
    uploadKey,
    name,
    title: name,
    declaredSizeInBytes: sizeInBytes,
    altText,
    createdAt: workspace.now(),
    complete: false,
  };
  workspace.files.set(file.id, file);
  return { file, uploadUrl: `${workspace.url}/upload/${uploadKey}` };
}

/** Stores an upload's bytes, if they are exactly the announced number. */
export function receiveFile(
  { files }: Workspace,
  uploadKey: string,
  content: Uint8Array<ArrayBuffer>,
): StoredFile {
  const file = [...files.values()].find((candidate) => candidate.uploadKey === uploadKey);
  if (!file) throw new SlackRefusal("file_not_found");
  if (content.byteLength !== file.declaredSizeInBytes) throw new SlackRefusal("file_upload_size_mismatch");
  file.content = content;
  return file;
}

/** A completely uploaded file. */
export function completeFile({ files }: Workspace, id: string): StoredFile {
  const file = files.get(id);
  if (!file?.complete) throw new SlackRefusal("file_not_found");
  return file;
}

/** The address of a file's bytes. */
export function fileUrl({ url }: Workspace, { id, name }: StoredFile): string {
  return `${url}/files/${id}/${encodeURIComponent(name)}`;
}

/** A file's media type, from its name. */
export function mediaType({ name }: StoredFile): string {
  return typesByExtension[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

/** True if Slack would show it in an image block. */
export function isPicture(file: StoredFile): boolean {
  return /^image\/(png|jpeg|gif)$/.test(mediaType(file));
}

/** A file as Slack writes it to apps. */
export function filePayload(workspace: Workspace, file: StoredFile): JsonObject {
  const { id, name, title, createdAt, altText, declaredSizeInBytes } = file;
  return {
    id,
    created: Math.floor(createdAt / 1000),
    timestamp: Math.floor(createdAt / 1000),
    name,
    title,
    mimetype: mediaType(file),
    filetype: name.split(".").at(-1),
    user: workspace.app.botUserId,
    size: declaredSizeInBytes,
    mode: "hosted",
    alt_txt: altText,
    url_private: fileUrl(workspace, file),
    url_private_download: fileUrl(workspace, file),
    permalink: fileUrl(workspace, file),
  };
}
