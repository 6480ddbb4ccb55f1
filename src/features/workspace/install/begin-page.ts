import type { Context } from "hono";
import { isAppError } from "../../../lib/errors.ts";
import { browserBinding } from "./cookie.ts";
import { trouble } from "./pages.ts";
import { type Installing, installPaths } from "./installing.ts";

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
