import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Hook } from "./record.ts";
import { type Route, route } from "../routing/route.ts";
import { type TestWords, testEvent } from "../senders/test-event.ts";

/** Sends a test of our own the way that a hook's alerts go, all but the sender's part; answers where that leads. */
export async function sendTest(
  hook: Hook,
  { inbox, pokeFold, newId, now }: Pick<AlertsContext, "inbox" | "pokeFold" | "newId" | "now">,
  words?: TestWords,
): Promise<Route> {
  const at = now();
  const test = testEvent(hook, newId(), at.getTime(), words);
  const way = route(hook, test.event, at);
  const times = { receivedAtMs: at.getTime(), acceptedAtMs: at.getTime() };
  const { refused } = await inbox.accept(hook.id, [test], times);
  if (refused)
    throw new AppError(
      "limited",
      "This hook, or all hooks of this workspace together, were sent more than they may be in a minute, so the test was not sent. Please try again in a minute.",
      { retryAfterMs: refused.forMs },
    );
  pokeFold(hook.id);
  return way;
}
