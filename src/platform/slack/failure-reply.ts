import type { Logger } from "pino";
import { explain } from "../blocks/explain.ts";
import { type Reply, say } from "../blocks/reply.ts";
import { AppError } from "../../lib/errors.ts";

interface Where {
  log: Logger;
  newId: () => string;
}

/** Any failure as an AppError: what is none is a bug, with an incident id that the log has too. */
export function asAppError(error: unknown, { log, newId }: Where): AppError {
  if (error instanceof AppError && error.kind !== "bug") {
    log.info({ err: error, kind: error.kind }, "answered with a failure");
    return error;
  }
  const incidentId = newId().slice(0, 8);
  log.error({ err: error, incidentId }, "bug");
  return new AppError(
    "bug",
    `Something went wrong on our side, sorry. Please tell your admin the incident id ${incidentId}.`,
  );
}

/** What a person is told of a failure. */
export function failureReply(error: unknown, where: Where): Reply {
  return say(`:warning: ${explain(asAppError(error, where))}`);
}
