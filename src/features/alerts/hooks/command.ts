import { commandOf } from "../../../platform/commands/command.ts";
import { handoverCalls } from "../handover/command.ts";
import { heartbeatCalls } from "../heartbeat/command.ts";
import { maintenanceCalls } from "../maintenance/command.ts";
import { rotaCalls } from "../rota/command.ts";
import { create } from "./create.ts";
import { mapCalls } from "./mapping/map.ts";
import { muteCalls } from "./mutes.ts";
import { lifecycleCalls } from "./lifecycle.ts";
import { ruleCalls } from "./rules/command.ts";
import { settingCalls } from "./settings-commands.ts";
import { textCalls } from "./settings/import-form.ts";
import { showCalls } from "./show.ts";
import * as texts from "./texts.ts";
import { replayCall } from "./replay.ts";
import { tryCalls } from "./try.ts";

/** `/db alerts hooks …`: the addresses that senders post alerts to, and how their alerts are routed. */
export const hook = commandOf({
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
    "/db alerts hooks handover checkout pagerduty",
    "/db alerts hooks observe checkout default orders prod",
    '/db alerts hooks rules checkout add title "payments" severity critical to #night',
    '/db alerts hooks test checkout title "payments" severity critical at 23:30',
    "/db alerts hooks heartbeat nightly-backup every 1d grace 1h",
    "/db alerts hooks maintenance checkout Sat 02:00-04:00 weekly Europe/Berlin",
    "/db alerts hooks maintenance checkout 2026-11-28 22:00 for 2h critical passes",
    "/db alerts hooks replay checkout 24h",
  ],
  details: texts.details,
  hint: texts.subcommandHint,
  calls: [
    ...showCalls,
    create,
    ...lifecycleCalls,
    ...mapCalls,
    ...settingCalls,
    ...handoverCalls,
    ...rotaCalls,
    ...muteCalls,
    ...heartbeatCalls,
    ...maintenanceCalls,
    ...tryCalls,
    replayCall,
    ...ruleCalls,
    ...textCalls,
  ],
});
