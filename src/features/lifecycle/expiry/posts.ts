import type { Button } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { lastBackup } from "../change/delete-texts.ts";
import { type LastBackup, gapOf } from "../last-backup.ts";
import type { ExpirySchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

export const keepActionIds = {
  day: "expiry:keep-day",
  week: "expiry:keep-week",
  good: "expiry:keep",
} as const;

/** The buttons that keep a service. Each is for one end: whoever clicks first moves it. */
function keepButtons({ service, expiresAt, setAt }: ExpirySchedule): Button[] {
  const value = JSON.stringify([service.serviceId, expiresAt, setAt]);
  return (["day", "week", "good"] as const).map((kind) =>
    button({ text: texts.buttons[kind], actionId: keepActionIds[kind], value }),
  );
}

function withButtons(expiry: ExpirySchedule, lines: readonly string[]): Reply {
  return reply(lines.join("\n"), [section(lines.join("\n")), actions(keepButtons(expiry))]);
}

/** Before the end. */
export function warning(expiry: ExpirySchedule, endsAt: Date): Reply {
  return withButtons(expiry, [texts.warning(expiry.service.name, endsAt), texts.warningMore]);
}

/** After the stop. It can be kept from a deletion. */
export function stopped(expiry: ExpirySchedule, days: number | undefined): Reply {
  const text = texts.stopped(expiry.service.name, days);
  return days === undefined ? reply(text, [section(text)]) : withButtons(expiry, [text]);
}

/** Each day after the end, while it can't be stopped. */
export function stillRuns(expiry: ExpirySchedule, why: string): Reply {
  return withButtons(expiry, [texts.stillRuns(expiry.service.name, why)]);
}

/** A day before it is deleted, with what would be left. */
export function grace(expiry: ExpirySchedule, until: Date, backup: LastBackup, ranUntil: Date): Reply {
  const gap = gapOf(backup, ranUntil);
  const unless = gap && texts.unlessBackup(texts.unproven(gap, backup, ranUntil));
  return withButtons(
    expiry,
    [texts.grace(expiry.service.name, until), lastBackup(backup), unless].filter(
      (line) => line !== undefined,
    ),
  );
}

/** It was not deleted. */
export function kept({ service }: ExpirySchedule, why: string): Reply {
  return plain(texts.kept(service.name, why));
}

/** It was deleted. */
export function deleted({ service }: ExpirySchedule): Reply {
  return plain(texts.deleted(service.name));
}

/** It was deleted elsewhere. */
export function gone({ service }: ExpirySchedule): Reply {
  return plain(texts.gone(service.name));
}

function plain(text: string): Reply {
  return reply(text, [section(text)]);
}
