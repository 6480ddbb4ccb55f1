import { AppError, type ErrorKind } from "../../src/lib/errors.ts";

/** Longer than any call may take. */
export const endless = { kind: "delay", ms: 120_000 };

/** A server's failures, and the kind of error for each. */
export const faults: readonly [fault: object, kind: ErrorKind][] = [
  [{ kind: "status", status: 400 }, "user"],
  [{ kind: "status", status: 401 }, "auth"],
  [{ kind: "status", status: 403 }, "forbidden"],
  [{ kind: "status", status: 404 }, "missing"],
  [{ kind: "status", status: 409 }, "conflict"],
  [{ kind: "status", status: 429 }, "limited"],
  [{ kind: "status", status: 500 }, "upstream"],
  [{ kind: "status", status: 502, body: "Bad Gateway" }, "upstream"],
  [{ kind: "status", status: 503 }, "upstream"],
  [{ kind: "status", status: 504, body: {} }, "upstream"],
  [{ kind: "html" }, "upstream"],
  [{ kind: "unserved" }, "missing"],
  [{ kind: "drop-before" }, "upstream"],
  [{ kind: "drop-after" }, "upstream"],
  [{ kind: "malformed", cut: "json" }, "upstream"],
  [{ kind: "malformed", cut: "connection" }, "upstream"],
  [endless, "upstream"],
];

/** The AppError of a call. */
export async function failure(call: Promise<unknown>): Promise<AppError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw new Error("the call did not fail as an AppError", { cause: outcome });
}
