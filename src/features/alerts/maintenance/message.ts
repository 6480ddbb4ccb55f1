import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { utcTime } from "../../../lib/time.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import type { MaintenanceNote } from "./record.ts";
import * as texts from "./texts.ts";

/** The post at the begin of a maintenance, or at its end with what was held back. */
export function noteMessage(note: MaintenanceNote): Reply {
  const hook = escapeName(note.hookName);
  const { sinceMs, untilMs, criticalPasses, ended } = note;
  const [since, until] = [new Date(sinceMs), new Date(untilMs)];
  if (!ended) {
    const small = texts.kept(criticalPasses);
    const plain = texts.begun(hook, utcTime(until));
    return reply(`${plain}. ${small}`, [
      section(`:construction: *${texts.begun(hook, slackDate(until))}*\n${small}`),
    ]);
  }
  const lines = [texts.heldBack(ended.alerts, ended.events), ...texts.stillOpen(ended.stillOpen)].join(" ");
  const { worst } = ended;
  const list = worst.map(({ title, severity, times }) =>
    texts.worstLine(titleFromElsewhere(title, 100), severity, times),
  );
  const rest = ended.alerts > worst.length ? [texts.others(ended.alerts - worst.length)] : [];
  const plain = texts.ended(hook, utcTime(since), utcTime(until));
  const headline = `:white_check_mark: *${texts.ended(hook, slackDate(since), slackDate(until))}*`;
  return reply(`${plain}. ${lines}`, [
    section([headline, lines, ...(list.length > 0 ? [texts.worst, ...list, ...rest] : [])].join("\n")),
  ]);
}
