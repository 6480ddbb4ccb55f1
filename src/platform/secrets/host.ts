import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { AppError } from "../../lib/errors.ts";
import type { SecretScheme } from "./scheme.ts";

const maxSizeInBytes = 64 * 1024;

/** Secrets in files, `file:/run/secrets/acme`: UTF-8, at most 64 KiB, without the one line break at the end. */
export const fileScheme: SecretScheme = {
  name: "file",

  async read(path) {
    if (!isAbsolute(path) || path.includes("\0")) {
      throw new AppError("user", "After file: comes a whole path, such as file:/run/secrets/acme.");
    }
    await using file = await openFile(path);
    await assertKept(path);
    const secret = textOf(await readWhole(file, path), path).replace(/\r?\n$/, "");
    if (secret === "") throw unusable(path, "is empty");
    return secret;
  },
};

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would wait forever.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw unusable(path, reasonOf(cause), cause);
  }
}

/** Refuses the kernel's files about processes, which include their environment. */
async function assertKept(path: string): Promise<void> {
  if (/^\/(proc|sys|dev)\//.test(await realpath(path).catch(() => path)))
    throw unusable(path, "is none that secrets are kept in");
}

async function readWhole(file: FileHandle, path: string): Promise<Buffer> {
  const stats = await file.stat();
  if (!stats.isFile()) throw unusable(path, "is not a file");
  // One byte more than allowed shows that a file is too large, whatever its stated size.
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxSizeInBytes + 1), 0, maxSizeInBytes + 1, 0);
  if (bytesRead > maxSizeInBytes) throw unusable(path, "is larger than 64 KiB");
  return buffer.subarray(0, bytesRead);
}

function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The decoder's error has seen the bytes, so it is not kept.
    throw unusable(path, "is not UTF-8 text");
  }
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "is not there";
  if (code === "EACCES" || code === "EPERM") return "may not be read by this process";
  return `cannot be read (${typeof code === "string" ? code : "unknown reason"})`;
}

function unusable(path: string, what: string, cause?: unknown): AppError {
  return new AppError("auth", `The file of file:${path} ${what}. Put the secret there, and nothing else.`, {
    cause,
  });
}

/** Secrets in environment variables, `env:ACME_KEY_SECRET`. */
export function envScheme(environment: Readonly<Record<string, string | undefined>>): SecretScheme {
  return {
    name: "env",

    async read(variable) {
      if (!/^[A-Za-z_]\w*$/.test(variable)) {
        throw new AppError(
          "user",
          "After env: comes the name of an environment variable, such as env:ACME_KEY_SECRET.",
        );
      }
      const secret = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
      if (secret) return secret;
      const what = secret === undefined ? "is not set" : "is empty";
      throw new AppError(
        "auth",
        `${variable} ${what}. Set it in the environment or in .env, which are read at the start (env:${variable}).`,
      );
    },
  };
}
