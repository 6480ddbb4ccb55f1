import { AppError, type AppErrorDetails, type ErrorKind, attempt, isAppError } from "../../lib/errors.ts";
import { type Survey, mayBeAmong } from "../../lib/json.ts";
import * as texts from "./texts.ts";

/** Reads something that only adorns an answer. Undefined if the server does not offer it, or cannot answer now. */
export async function ifReadable<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  const read = await attempt(() => reading);
  return read instanceof AppError ? undefined : read;
}

/** True if the server has no such operation. */
export function isUnserved(error: unknown): error is AppError {
  return isAppError(error, "missing") && error.unserved;
}

/** True if the server has the operation, but not the thing that was asked for. */
export function isGone(error: unknown): error is AppError {
  return isAppError(error, "missing") && !error.unserved;
}

/** A server's failure in words of ours, with its operation and request id. */
export function reworded(
  failure: AppError,
  message: string,
  kind: ErrorKind = "missing",
  details: AppErrorDetails = {},
): AppError {
  const { operation, requestId } = failure;
  return new AppError(kind, message, { operation, requestId, cause: failure, ...details });
}

/**
 * Does something that a server may not have, named as in "listing alerts". Then it fails as `missing` and `unserved`,
 * in words for people: most of the observability API is not in its specification, and servers differ.
 */
export async function offered<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isUnserved(error)) throw error;
    // A wrong address or wire name looks the same as an API that lacks the operation.
    throw reworded(error, texts.notOffered(what), "missing", { unserved: true });
  }
}

/** Reads one item, from the list if the server does not serve single ones. */
export async function orListed<Item extends { id: string }>(
  id: string,
  reading: Promise<Item>,
  list: () => Promise<Survey<Item>>,
): Promise<Item> {
  try {
    return await reading;
  } catch (error) {
    if (!isUnserved(error)) throw error;
    const listed = await ifServed(list());
    if (!listed) throw error;
    const found = listed.readable.find((item) => item.id === id);
    if (found !== undefined) return found;
    throw mayBeAmong(listed.unreadable, id)
      ? reworded(error, texts.unreadableItem, "upstream")
      : reworded(error, texts.notInList);
  }
}

/** Undefined if the server has no such operation. */
export async function ifServed<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isUnserved(error)) return undefined;
    throw error;
  }
}
