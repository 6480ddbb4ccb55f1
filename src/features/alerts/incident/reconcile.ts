import type { Incident } from "./record.ts";
import { type Advanced, type Facts, changed, quietly, told, unchanged } from "./step.ts";
import type { ActOf } from "./advance.ts";

type Reconcile = ActOf<"reconcile">;

/** What the API says of an incident's alert: that it is over or gone ends an open one, all else is noted. */
export function reconcile(present: Incident, act: Reconcile, { route }: Facts): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { atMs, found, intervalMs = present.intervalMs } = act;
  const known = { ...present, ...(intervalMs !== undefined && { intervalMs }) };
  // Its sender spoke after the question: what was over then, fires again.
  const isOutdated = present.lastSeenAtMs > atMs;
  if (isOutdated && (found === "over" || found === "deleted")) return unchanged(present);
  if (found === "over") return over(known, "api", act, route.isMuted);
  if (found === "deleted") return over(known, "deleted", act, route.isMuted);
  const truth = { found, atMs, ...(act.word !== undefined && { word: act.word }) };
  return noted(present, { ...known, truth }, act, route.isMuted);
}

function over(present: Incident, how: "api" | "deleted", act: Reconcile, isMuted: boolean): Advanced {
  const { atMs } = act;
  const ended: Incident = { ...present, state: "resolved", resolved: { atMs, how }, snoozed: undefined };
  const what = how === "deleted" ? "deleted" : "resolved";
  const note = how === "deleted" ? {} : { note: "as the API says" };
  return changed(told(ended, { atMs, what, ...note, ...quietly(isMuted) }));
}

/** Each only once: the API is asked every minute, and mostly says the same. */
function noted(
  before: Incident,
  next: Incident,
  { atMs, found, word }: Reconcile,
  isMuted: boolean,
): Advanced {
  // That it fires is what the message says anyway.
  const was = before.truth?.found ?? "firing";
  const isRestated = found === "unknown" && before.truth?.word !== word;
  if (found === was) return isRestated ? changed(next) : unchanged(next);
  if (found === "firing") return changed(next);
  if (found === "silenced") return changed(told(next, { atMs, what: "silenced", ...quietly(isMuted) }));
  const note = word === undefined ? {} : { note: word };
  return changed(told(next, { atMs, what: "unverified", ...note, ...quietly(isMuted) }));
}
