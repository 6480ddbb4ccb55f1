import { AppError } from "../../../lib/errors.ts";
import { keys } from "../../redis/keys.ts";
import { readRecord } from "../../redis/record.ts";
import { postHoldMs } from "../posts.ts";
import type { Found, OutboxView, Resolution, Taken, Taking } from "./outbox.ts";
import { Shown, unshown } from "./shown.ts";

/** A number that Redis' scripts read, for no limit. */
const noLimit = 1e15;

/** The arguments of the steps script for taking an item. */
export function takingArgs({ atMs, processId, claim, calm, recordsOf }: Taking): (string | number)[] {
  if (!claim) return [atMs, processId];
  const first: Shown = { ...unshown, claim };
  const most = calm
    ? [Math.min(calm.newWaiting, noLimit), Math.min(calm.newPostedLastMinute, noLimit)]
    : ["", ""];
  const records = [recordsOf.prefix, recordsOf.ownerPattern, recordsOf.owners];
  return [atMs, processId, JSON.stringify(first), ...most, ...records];
}

/** The arguments of the steps script for saving an outcome. */
export function outcomeArgs(channelId: string, taken: Taken, resolution: Resolution): (string | number)[] {
  const { atMs, shown, again = "", isRootPosted = false, notBeforeMs = "", failures = "" } = resolution;
  const letter = resolution.letter && { itemId: taken.itemId, channelId, atMs, ...resolution.letter };
  const { itemId, score, stored, events } = taken;
  return [
    itemId,
    atMs,
    score,
    again,
    resolution.events,
    events,
    isRootPosted ? 1 : 0,
    notBeforeMs,
    failures,
    stored,
    JSON.stringify(shown),
    letter ? JSON.stringify(letter) : "",
    ...resolution.trace.map((entry) => JSON.stringify(entry)),
  ];
}

/** What the answer of the steps script says about one step. */
export function foundOf(answer: unknown, taking?: Pick<Taking, "atMs">): Found {
  const [seen, ...more]: unknown[] = Array.isArray(answer) ? answer : [];
  if (!Array.isArray(seen)) throw new AppError("bug", `An outbox can't take a step: ${String(answer)}`);
  const view = viewOf(textsOf(seen));
  const [itemId, due, stored, isNew, events, item = "", owner = ""] = textsOf(more);
  if (itemId === undefined || taking === undefined) return { view, isElsewhere: false };
  if (stored === undefined) return { view, isElsewhere: true };
  const taken = {
    itemId,
    dueMs: Number(due),
    score: taking.atMs + postHoldMs,
    shown: readRecord(Shown, stored, keys.shown("…", itemId)),
    stored,
    isClaimed: isNew === "1",
    events: Number(events),
    records: { item, owner },
  };
  return { view, isElsewhere: false, taken };
}

function viewOf([due = "", newWaiting, newPosted, hasSummaries, notBefore, failures]: string[]): OutboxView {
  return {
    dueMs: due === "" ? undefined : Number(due),
    newWaiting: Number(newWaiting),
    newPostedLastMinute: Number(newPosted),
    hasSummaries: hasSummaries === "1",
    notBeforeMs: Number(notBefore),
    failures: Number(failures),
  };
}

/** The texts of a script's answer. */
export function textsOf(answer: unknown): string[] {
  return Array.isArray(answer) ? answer.map(String) : [];
}
