import { AppError, isAppError } from "../../lib/errors.ts";
import { type Survey, type Unreadable, mayBeAmong } from "../../lib/unreadable.ts";
import { limits } from "../../platform/blocks/limits.ts";

/** What only adorns an answer: undefined where the server does not offer it, or cannot say it at the moment. */
export async function ifReadable<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof AppError) || isAppError(error, "bug")) throw error;
    return undefined;
  }
}

/**
 * Does something that a server may not have, named as in "listing alerts": then it fails as `missing` and `unserved`, in
 * words for people. Most of the observability API is not in its specification, and servers differ.
 */
export async function offered<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error, "missing") || !error.unserved) throw error;
    throw new AppError(
      "missing",
      // A wrong address or wire name looks the same as an API that lacks the operation.
      `This server does not offer ${what}: its API has no such operation. Do it in the server's own console. If it should have it, ask an admin to check the connection (\`/db connections\`).`,
      { operation: error.operation, requestId: error.requestId, unserved: true, cause: error },
    );
  }
}

/**
 * Some servers have the list and cannot read a single one: what such a list lacks is gone, as a deletion that looks must
 * know. Where neither is served, the first failure says so.
 */
export async function orListed<Item extends { id: string }>(
  id: string,
  reading: Promise<Item>,
  list: () => Promise<Survey<Item>>,
): Promise<Item> {
  try {
    return await reading;
  } catch (error) {
    if (!isAppError(error, "missing") || !error.unserved) throw error;
    const listed = await listedWhereServed(list);
    if (!listed) throw error;
    const found = listed.readable.find((item) => item.id === id);
    if (found !== undefined) return found;
    throw notFound(id, listed.unreadable, error);
  }
}

/** What cannot be read is not gone. */
function notFound(id: string, unreadable: readonly Unreadable[], unserved: AppError): AppError {
  const { operation, requestId } = unserved;
  const details = { operation, requestId, cause: unserved };
  return mayBeAmong(unreadable, id)
    ? new AppError("upstream", "The server describes it in a way that cannot be understood.", details)
    : new AppError(
        "missing",
        "It is not in the server's list: it was deleted, or its id is another one.",
        details,
      );
}

async function listedWhereServed<Found>(list: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await list();
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return undefined;
    throw error;
  }
}

/** True for an id that can be typed as one word, and that a button and an option can carry. */
export function isSendableId(id: string | null | undefined): id is string {
  return /^\S+$/.test(id ?? "") && (id ?? "").length <= limits.option.value;
}
