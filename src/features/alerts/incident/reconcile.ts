import type { Incident } from "./record.ts";
import { type Advanced, type Facts, changed, quietly, withLine, unchanged } from "./step.ts";
import type { ActionOf } from "./advance.ts";

type Reconcile = ActionOf<"reconcile">;

/** Applies an answer of the API to an incident. "over" and "deleted" end an open one; other answers are noted. */
export function reconcile(present: Incident, action: Reconcile, { route }: Facts): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { atMs, found, intervalMs = present.intervalMs } = action;
  const known = { ...present, ...(intervalMs !== undefined && { intervalMs }) };
  // The sender sent an event after the question, so the answer is outdated.
  const isOutdated = present.lastSeenAtMs > atMs;
  if (isOutdated && (found === "over" || found === "deleted")) return unchanged(present);
  if (found === "over") return over(known, "api", action, route.isMuted);
  if (found === "deleted") return over(known, "deleted", action, route.isMuted);
  const truth = { found, atMs, ...(action.word !== undefined && { word: action.word }) };
  return noted(present, { ...known, truth }, action, route.isMuted);
}

function over(present: Incident, how: "api" | "deleted", action: Reconcile, isMuted: boolean): Advanced {
  const { atMs } = action;
  const ended: Incident = { ...present, state: "resolved", resolved: { atMs, how }, snoozed: undefined };
  const what = how === "deleted" ? "deleted" : "resolved";
  const note = how === "deleted" ? {} : { note: "as the API says" };
  return changed(withLine(ended, { atMs, what, ...note, ...quietly(isMuted) }));
}

/** Notes an answer once: the API is asked every minute and mostly gives the same one. */
function noted(
  before: Incident,
  next: Incident,
  { atMs, found, word }: Reconcile,
  isMuted: boolean,
): Advanced {
  // Without an answer, the message says that it fires.
  const was = before.truth?.found ?? "firing";
  const isRestated = found === "unknown" && before.truth?.word !== word;
  if (found === was) return isRestated ? changed(next) : unchanged(next);
  if (found === "firing") return changed(next);
  if (found === "silenced") return changed(withLine(next, { atMs, what: "silenced", ...quietly(isMuted) }));
  const note = word === undefined ? {} : { note: word };
  return changed(withLine(next, { atMs, what: "unverified", ...note, ...quietly(isMuted) }));
}
