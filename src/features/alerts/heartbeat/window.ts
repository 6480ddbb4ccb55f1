import type { KnownBlock } from "@slack/types";
import { humanDuration } from "../../../lib/duration.ts";
import { row } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Visitor } from "../../../platform/forms/window.ts";
import type { AlertsContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import { window as words } from "./command-texts.ts";
import { dueMs } from "./record.ts";

/** The tab of a hook's window about the beats that it expects. */
export async function heartbeatBlocks(
  { id, name, heartbeat }: Hook,
  person: Visitor,
  { heartbeats }: Pick<AlertsContext, "heartbeats">,
): Promise<KnownBlock[]> {
  const small = smallPrint(words.set(visible(name)));
  if (!heartbeat) return [section(words.notExpected), small];
  const state = await heartbeats.find(id);
  const { everySeconds, graceSeconds } = heartbeat;
  const { beatAtMs, missedAtMs } = state ?? {};
  const lines = [
    words.expects(humanDuration(everySeconds), humanDuration(everySeconds + graceSeconds)),
    beatAtMs === undefined ? words.none : words.last(at(beatAtMs)),
    ...(missedAtMs === undefined
      ? state
        ? [words.due(at(dueMs(heartbeat, state)))]
        : []
      : [words.missing(at(missedAtMs))]),
  ];
  const off = person.offer(words.off, { call: "hooks_heartbeat", args: { hook: id } });
  return [section(lines.join("\n")), ...row(off), small];
}

function at(ms: number): string {
  return slackDate(new Date(ms));
}
