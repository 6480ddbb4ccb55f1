import { AppError, isAppError } from "../errors.ts";

/** What a list holds: things by their ids, and as its JSON what cannot be read. */
type Listed<Item> = Item | string;

/**
 * Some servers have the list and cannot read a single one: what such a list lacks is gone, as a deletion that looks must
 * know. Where neither is served, the first failure says so.
 */
export async function orListed<Item extends { id: string }>(
  id: string,
  reading: Promise<Item>,
  list: () => Promise<Listed<Item>[]>,
): Promise<Item> {
  try {
    return await reading;
  } catch (error) {
    if (!isAppError(error, "missing") || !error.unserved) throw error;
    const listed = await listedWhereServed(list);
    if (!listed) throw error;
    const found = listed.find((item) => typeof item !== "string" && item.id === id);
    if (found !== undefined && typeof found !== "string") return found;
    throw notFound(id, listed, error);
  }
}

/** What cannot be read is not gone. */
function notFound(id: string, listed: readonly Listed<object>[], unserved: AppError): AppError {
  const { operation, requestId } = unserved;
  const details = { operation, requestId, cause: unserved };
  const isThere = listed.some((item) => typeof item === "string" && item.includes(JSON.stringify(id)));
  return isThere
    ? new AppError("upstream", "The server describes it in a way that cannot be understood.", details)
    : new AppError(
        "missing",
        "It is not in the server's list: it was deleted, or its id is another one.",
        details,
      );
}

async function listedWhereServed<Item>(list: () => Promise<Item[]>): Promise<Item[] | undefined> {
  try {
    return await list();
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return undefined;
    throw error;
  }
}
