import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { createHook } from "./create.ts";
import { deleteHook } from "./delete.ts";
import { setMaintenance } from "../maintenance/command.ts";
import { setHeartbeat } from "../heartbeat/command.ts";
import { handoverCalls } from "../handover/command.ts";
import { rotaCalls } from "../rota/command.ts";
import { mapHook } from "./mapping/map.ts";
import { listMutes, unmute } from "./mutes.ts";
import { replayHook, testHook, tryHook } from "./try.ts";
import { hookRules } from "./rules/command.ts";
import { type NamedHook, hookIn } from "./parts.ts";
import { setBroadcast, setEscalation, setFallback, setObserved } from "./settings-commands.ts";
import { listHooks, showHook } from "./show.ts";
import { pauseHook, resumeHook, rotateHook } from "./rotate.ts";
import { type Entry, listed } from "../../../platform/commands/entry.ts";
import { entries } from "./entries.ts";
import * as texts from "./texts.ts";
import { exportHook, importHook } from "./settings/import-form.ts";
import { foldName } from "../../../lib/text.ts";
import { readCalls } from "../../../platform/commands/call.ts";
import {
  type Answer,
  type Command,
  type Responder,
  subcommandWords,
  command,
} from "../../../platform/commands/command.ts";

type HookAction = (
  words: string,
  context: AlertsContext,
  asker: Asker,
  progress: Responder,
) => Promise<Answer>;

/** The actions on hooks, by their words. */
const actions = {
  create: createHook,
  list: listHooks,
  show: named(showHook),
  test: named(testHook),
  rotate: named(rotateHook),
  pause: named(pauseHook),
  resume: named(resumeHook),
  delete: named(deleteHook),
  map: named(mapHook),
  fallback: named(setFallback),
  escalate: named(setEscalation),
  broadcast: named(setBroadcast),
  observe: named(setObserved),
  heartbeat: named(setHeartbeat),
  maintenance: named(setMaintenance),
  mutes: named(listMutes),
  unmute: named(unmute),
  rules: named(hookRules),
  try: named(tryHook),
  replay: named(replayHook),
  export: named(exportHook),
  import: named(importHook),
} satisfies Record<string, HookAction>;

/** An action on the hook named at the start of its words. */
function named(
  action: (named: NamedHook, context: AlertsContext, asker: Asker, progress: Responder) => Promise<Answer>,
): HookAction {
  return async (words, context, ...rest) => action(await hookIn(words, context), context, ...rest);
}

const changesMaintenance = /\b(?:off|remove|for|weekly|every|each|\d{1,2}[:.]\d\d|\d{1,2} ?[ap]m)\b/i;
const endsMaintenance = /\send(?: now)?\s*$/i;
const changesRules = /(?:^|[\s"“”„‟«»])(?:add|remove|up)(?:\s|$)/i;
// A name in quotes or of one word, and what to try.
const triesSample = /^\s*(?:["“”„‟«»][^"“”„‟«»]*["“”„‟«»]|\S+)\s+(?:title|group|severity|at)\s/i;

/** The entry of a subcommand. Some do something else with more words. A test with a sample posts nothing. */
function entryOf(subcommand: keyof typeof actions, words: string): Entry {
  if (subcommand === "test" && triesSample.test(words)) return entries["test-sample"];
  if (subcommand === "rules" && changesRules.test(words)) return entries["change-rules"];
  if (subcommand === "maintenance")
    return entries[
      endsMaintenance.test(words)
        ? "maintenance-end"
        : changesMaintenance.test(words)
          ? "maintenance"
          : "maintenance-list"
    ];
  return entries[subcommand === "rotate" && /\sdone\s*$/i.test(words) ? "drop-secret" : subcommand];
}

const path = "alerts hooks";
const calls = [...handoverCalls, ...rotaCalls] as const;

const Args = subcommandWords(path, actions, {
  usual: "list",
  hint: texts.subcommandHint,
});

const ofWords = command({
  name: "hook",
  partOf: "alerts",
  word: "hooks",
  summary: texts.summary,
  usage: texts.usage,
  examples: [
    "/db alerts hooks create #alerts",
    "/db alerts hooks create #alerts checkout signed",
    "/db alerts hooks list",
    "/db alerts hooks show checkout",
    "/db alerts hooks test checkout",
    "/db alerts hooks rotate checkout",
    "/db alerts hooks map checkout title=alert.name state=alert.status key=alert.id",
    "/db alerts hooks fallback checkout #databases",
    "/db alerts hooks escalate checkout @oncall after 15",
    "/db alerts hooks handover checkout pagerduty",
    "/db alerts hooks rota checkout",
    "/db alerts hooks observe checkout default orders prod",
    '/db alerts hooks rules checkout add title "payments" severity critical to #night',
    '/db alerts hooks test checkout title "payments" severity critical at 23:30',
    "/db alerts hooks heartbeat nightly-backup every 1d grace 1h",
    "/db alerts hooks maintenance checkout Sat 02:00-04:00 weekly Europe/Berlin",
    "/db alerts hooks maintenance checkout 2026-11-28 22:00 for 2h critical passes",
    "/db alerts hooks replay checkout 24h",
    "/db alerts hooks export checkout",
    "/db alerts hooks delete checkout checkout",
  ],
  details: texts.details,
  args: Args,
  entries: [...listed(entries), ...calls],
  calls: ({ subcommand, words }) => entryOf(subcommand, words),
  run: ({ subcommand, words }, context: AlertsContext, asker, progress) =>
    actions[subcommand](words, context, asker, progress),
});

/** `/db hook …`: the addresses that senders post alerts to, and how their alerts are routed. */
export const hook: Command<AlertsContext> = {
  ...ofWords,
  read: (text) =>
    calls.some(({ lines: [{ head }] }) => `${foldName(`${path} ${text}`)} `.startsWith(`${head} `))
      ? readCalls({ calls, path, hint: texts.subcommandHint }, text)
      : ofWords.read(text),
};
