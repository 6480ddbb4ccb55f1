import type { Context } from "hono";
import { AppError, type ErrorKind } from "../../../lib/errors.ts";
import { browserBinding } from "./cookie.ts";
import { declinedPage, successPage, trouble } from "./pages.ts";
import { isEqualInConstantTime, hashText } from "../../../lib/hash.ts";
import { type Installing, installPaths } from "./installing.ts";

/** Finishes an installation when Slack redirects this browser back. */
export async function finish(context: Context, installing: Installing): Promise<Response> {
  const { state = "", code = "", error } = context.req.query();
  try {
    const begun = await installing.states.take(state);
    if (begun === undefined) return await trouble(context, installing, unknownState);
    const binding = browserBinding(context, installing);
    if (!isSame(begun, binding.given())) return await trouble(context, installing, otherBrowser);
    binding.takeBack();
    if (error === "access_denied") return await declinedPage(context, installing);
    if (code === "") return await trouble(context, installing, noCode);
    const done = await installing.complete(code, `${installing.publicUrl}${installPaths.callback}`);
    return await successPage(context, installing, done);
  } catch (failure) {
    return trouble(context, installing, failureOf(failure, installing));
  }
}

const unknownState = {
  status: 400,
  what: "This way back from Slack was used before, or is older than 10 minutes. If you have just installed Quartermaster, all is well: open it in Slack.",
} as const;

const otherBrowser = {
  status: 400,
  what: "This installation was begun in another browser, or this one keeps no cookies. Begin and end it in the same browser.",
} as const;

const noCode = { status: 400, what: "Slack did not say why, but it did not give its leave." } as const;

function isSame(stateHash: string, secret: string | undefined): boolean {
  return secret !== undefined && isEqualInConstantTime(stateHash, hashText(secret));
}

const statusByKind: Partial<Record<ErrorKind, 400 | 502 | 503>> = { user: 400, auth: 502, upstream: 503 };

function failureOf(failure: unknown, { log }: Installing) {
  log.error({ err: failure }, "an installation could not be finished");
  const known = failure instanceof AppError ? statusByKind[failure.kind] : undefined;
  return known && failure instanceof AppError
    ? { status: known, what: failure.message }
    : {
        status: 500 as const,
        what: "Something went wrong on our side, sorry. The operator finds it in the log.",
      };
}
