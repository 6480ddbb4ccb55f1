import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import type { ExpirySchedule } from "./schedule.ts";

/** How long before the end its owner is warned. */
const marks = [
  { mark: "2 days", beforeMs: 2 * dayMs },
  { mark: "2 hours", beforeMs: 2 * hourMs },
  { mark: "30 minutes", beforeMs: 30 * minuteMs },
] as const;

/** No service is stopped sooner after its first warning, however late that came. */
const leastNoticeMs = 30 * minuteMs;

/** What the end of a service asks for at a time. */
export type Due =
  /** A warning. Those that were missed before it are left out, because they say the same. */
  { what: "warn"; mark: string; endsAt: Date } | { what: "wait"; until: Date } | { what: "end" };

/** What is due. Says the same until it is done, so nothing is lost while Redis is away. */
export function dueOf(
  { expiresAt, setAt, state: { warned } }: Pick<ExpirySchedule, "expiresAt" | "setAt" | "state">,
  now: Date,
): Due {
  const end = Date.parse(expiresAt);
  const later = marks.filter(({ beforeMs }) => end - beforeMs > Date.parse(setAt));
  // An end that was set for sooner, or for a time that is over, is warned of once too.
  const ahead = later.length > 0 ? later : marks.slice(-1);
  const due = ahead.filter(({ beforeMs }) => end - beforeMs <= now.getTime());
  const latest = due.at(-1);
  const done = marks.findIndex(({ mark }) => mark === warned?.mark);
  const isNew = latest !== undefined && marks.indexOf(latest) > done;
  const noticeEnd = Date.parse(warned?.firstAt ?? now.toISOString()) + leastNoticeMs;
  const endsAt = new Date(latest || warned ? Math.max(end, noticeEnd) : end);
  if (isNew && now < endsAt) return { what: "warn", mark: latest.mark, endsAt };
  if (now >= endsAt) return { what: "end" };
  const next = ahead.map(({ beforeMs }) => end - beforeMs).find((at) => at > now.getTime());
  return { what: "wait", until: new Date(Math.min(next ?? endsAt.getTime(), endsAt.getTime())) };
}
