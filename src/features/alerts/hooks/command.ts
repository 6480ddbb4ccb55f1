import { commandOf } from "../../../platform/commands/command.ts";
import { create } from "./create.ts";
import { map } from "./mapping/map.ts";
import { muteCalls } from "./mutes.ts";
import { lifecycleCalls } from "./lifecycle.ts";
import { ruleCalls } from "./rules/command.ts";
import { hookForms, setCall } from "./setting-forms.ts";
import { broadcast, escalate, fallback, observe } from "./settings-commands.ts";
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
      "/db alerts hooks show checkout",
      "/db alerts hooks test checkout",
      "/db alerts hooks pause checkout",
      "/db alerts hooks delete checkout",
    ],
    details: texts.details,
    hint: texts.subcommandHint,
    calls: [
      ...showCalls(opened),
      create,
      ...lifecycleCalls,
      setCall([...hookForms, ...parts.flatMap((part) => part.form ?? [])]),
      map,
      fallback,
      escalate,
      broadcast,
      observe,
      ...muteCalls,
      ...parts.flatMap((part) => part.calls ?? []),
      ...tryCalls,
      replayCall,
      ...ruleCalls,
      ...textCalls,
    ],
  });
