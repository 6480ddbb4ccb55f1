import { AppError } from "../../../lib/errors.ts";

/** What is wanted of Google Cloud, for the words of a failure. */
export interface GcpTask {
  verb: "read" | "write" | "delete";
  reference: string;
}

/** The AppError for a status of Secret Manager; none of its own words go along, for they tell who the app is there. */
export function gcpFailure(status: number, { verb, reference }: GcpTask): AppError {
  if (status === 404) {
    return new AppError(
      "auth",
      `There is nothing at ${reference}. Put the secret there, or correct the reference.`,
    );
  }
  if (status === 401 || status === 403) {
    return new AppError(
      "auth",
      `Google Cloud does not let this app ${verb} ${reference} (status ${status}). Check the roles of its service account.`,
    );
  }
  if (isAwayForNow(status)) {
    return new AppError(
      "upstream",
      `Google Cloud could not ${verb} ${reference} just now (status ${status}). Try again in a minute.`,
    );
  }
  return new AppError(
    "auth",
    `Google Cloud did not ${verb} ${reference} (status ${status}). Check that its latest version is enabled, or correct the reference.`,
  );
}

/** The AppError where no token came; undefined status where there was no answer. */
export function noToken(status: number, toCheck: string): AppError {
  if (isAwayForNow(status)) {
    return new AppError(
      "upstream",
      `Google Cloud could not let this app in just now (status ${status}). Try again in a minute.`,
    );
  }
  return new AppError("auth", `Google Cloud does not let this app in (status ${status}). Check ${toCheck}.`);
}

/** The AppError where no answer came at all. */
export function unanswered(cause: unknown, lateMs: number | undefined, setting: string): AppError {
  const what = lateMs === undefined ? "cannot be reached" : `did not answer within ${lateMs / 1_000} seconds`;
  return new AppError(
    "upstream",
    `Google Cloud ${what}. Try again in a minute; if it stays so, ask an admin to check ${setting}.`,
    { cause },
  );
}

function isAwayForNow(status: number): boolean {
  return status >= 500 || status === 429 || (status >= 300 && status < 400);
}
