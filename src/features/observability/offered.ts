import { AppError, isAppError } from "../../lib/errors.ts";

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
