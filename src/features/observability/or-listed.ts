import { type Survey, type Unreadable, mayBeAmong } from "../../lib/unreadable.ts";
import { AppError, isAppError } from "../../lib/errors.ts";

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
