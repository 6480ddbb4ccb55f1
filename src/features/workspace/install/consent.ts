import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { isEqualInConstantTime } from "../../../lib/hash.ts";
import { AppError, type ErrorKind, isAppError } from "../../../lib/errors.ts";
import { hashText } from "../../../lib/hash.ts";
import { declinedPage, successPage, trouble } from "./pages.ts";
import { type Installing, installPaths } from "./installing.ts";
import * as texts from "./texts.ts";

/** Redirects to Slack's consent page. Slack's answer is valid once, for 10 minutes, in this browser. */
export async function begin(context: Context, installing: Installing): Promise<Response> {
  const { publicUrl, clientId, slackUrl, scopes, states, newSecret } = installing;
  const [state, binding] = [newSecret(), newSecret()];
  try {
    await states.add(state, binding);
  } catch (error) {
    if (!isAppError(error, "upstream")) throw error;
    return trouble(context, installing, { status: 503, what: error.message });
  }
  browserBinding(context, installing).give(binding);
  const asked = new URLSearchParams({
    client_id: clientId,
    scope: scopes.map(({ scope }) => scope).join(","),
    redirect_uri: `${publicUrl}${installPaths.callback}`,
    state,
  });
  context.header("cache-control", "no-store");
  return context.redirect(`${slackUrl}/oauth/v2/authorize?${asked}`);
}

/** Finishes an installation when Slack redirects this browser back. */
export async function finish(context: Context, installing: Installing): Promise<Response> {
  const { state = "", code = "", error } = context.req.query();
  try {
    const begun = await installing.states.take(state);
    if (begun === undefined) return await trouble(context, installing, unknownState);
    const binding = browserBinding(context, installing);
    if (!isEqualInConstantTime(begun, hashText(binding.given())))
      return await trouble(context, installing, otherBrowser);
    binding.takeBack();
    if (error === "access_denied") return await declinedPage(context, installing);
    if (code === "") return await trouble(context, installing, noCode);
    const done = await installing.complete(code, `${installing.publicUrl}${installPaths.callback}`);
    return await successPage(context, installing, done);
  } catch (failure) {
    return trouble(context, installing, failureOf(failure, installing));
  }
}

const unknownState = { status: 400, what: texts.usedAnswer } as const;

const otherBrowser = { status: 400, what: texts.otherBrowser } as const;

const noCode = { status: 400, what: texts.noCode } as const;

const statusByKind: Partial<Record<ErrorKind, 400 | 502 | 503>> = { user: 400, auth: 502, upstream: 503 };

function failureOf(failure: unknown, { log }: Installing) {
  log.error({ err: failure }, "couldn't finish an installation");
  const status = failure instanceof AppError ? statusByKind[failure.kind] : undefined;
  if (status !== undefined && failure instanceof AppError) return { status, what: failure.message };
  return { status: 500 as const, what: texts.bug };
}

const cookieName = "qm-install";
// As long as an installation's state is kept.
const lastsSeconds = 600;

/** The cookie that identifies the browser that began an installation. */
function browserBinding(context: Context, { publicUrl }: Pick<Installing, "publicUrl">) {
  const { protocol, pathname } = new URL(`${publicUrl}${installPaths.callback}`);
  const where = { path: pathname, secure: protocol === "https:" };
  return {
    /** Lax, because Slack redirects back from another site. */
    give: (secret: string) =>
      setCookie(context, cookieName, secret, {
        ...where,
        httpOnly: true,
        sameSite: "Lax",
        maxAge: lastsSeconds,
      }),
    given: () => getCookie(context, cookieName) ?? "",
    takeBack: () => void deleteCookie(context, cookieName, where),
  };
}
