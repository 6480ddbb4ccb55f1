import { commandOf } from "../../../platform/commands/command.ts";
import { create } from "./create.ts";
import { mapCalls } from "./mapping/map.ts";
import { muteCalls } from "./mutes.ts";
import { lifecycleCalls } from "./lifecycle.ts";
import { ruleCalls } from "./rules/command.ts";
import { settingCalls } from "./settings-commands.ts";
import { textCalls } from "./settings/import-form.ts";
import { showCalls } from "./show.ts";
import * as texts from "./texts.ts";
import type { Window } from "../../../platform/forms/window.ts";
import type { AlertsContext, HookPart } from "../context.ts";
import { replayCall } from "./replay.ts";
import { tryCalls } from "./try.ts";

/** `/db alerts hooks …`: the addresses that senders post alerts to, and how their alerts are routed. */
export const hookCommand = (parts: readonly HookPart[], opened: Window<AlertsContext>) =>
  commandOf({
    name: "hook",
    partOf: "alerts",
    word: "hooks",
    summary: texts.summary,
    examples: [
      "/db alerts hooks create #alerts",
      "/db alerts hooks create #alerts checkout signed",
      "/db alerts hooks map checkout title=alert.name state=alert.status key=alert.id",
      "/db alerts hooks fallback checkout #databases",
      "/db alerts hooks escalate checkout @oncall after 15",
      "/db alerts hooks observe checkout default orders prod",
      '/db alerts hooks rules checkout add title "payments" severity critical to #night',
      '/db alerts hooks test checkout title "payments" severity critical at 23:30',
      ...parts.flatMap((part) => part.examples ?? []),
      "/db alerts hooks replay checkout 24h",
    ],
    details: texts.details,
    hint: texts.subcommandHint,
    calls: [
      ...showCalls(opened),
      create,
      ...lifecycleCalls,
      ...mapCalls,
      ...settingCalls,
      ...muteCalls,
      ...parts.flatMap((part) => part.calls ?? []),
      ...tryCalls,
      replayCall,
      ...ruleCalls,
      ...textCalls,
    ],
  });
