import { z } from "zod";
import { deadLetters, listOpen, noiseCalls, sendTimeline, traceIncident } from "../alerts/index.ts";
import { readCalls } from "../../platform/commands/call.ts";
import { type Answer, type Command, command } from "../../platform/commands/command.ts";
import type { Asker } from "../../platform/context.ts";
import type { Form } from "../../platform/forms/form.ts";
import { AppError } from "../../lib/errors.ts";
import { foldName } from "../../lib/text.ts";
import { createAlertForm, deleteAlertForm, editAlertForm } from "./alert-rules/forms.ts";
import { type AlertRef, rememberHook, testAlert } from "./alert-rules/hook.ts";
import { listAlerts } from "./alert-rules/list.ts";
import { showAlert } from "./alert-rules/show.ts";
import type { ObservabilityContext } from "./context.ts";
import { formatDocumented } from "./documented.ts";
import { type Entry, listed } from "../../platform/commands/entry.ts";
import { alertEntries as entries } from "./alert-rules/entries.ts";
import * as texts from "./texts.ts";
import { type NamedTarget, allTargets, numbered, onTarget, waysToTargets, wordOfTarget } from "./target.ts";

type Run = (words: string, context: ObservabilityContext, asker: Asker) => Promise<Answer>;

interface AlertsSubcommand {
  run: Run;
  entry: Entry;
  /** Its name in the audit log, if it changes something. */
  subcommand?: string;
}

type Changing = "create" | "edit" | "duplicate" | "delete" | "test";

function changing(subcommand: Changing, run: Run): [string, AlertsSubcommand] {
  return [subcommand, { run, subcommand, entry: entries[subcommand] }];
}

/** Answers about the alert with the id at the beginning of the words, before its target. */
function onAlert(
  subcommand: string,
  work: (alert: AlertRef, context: ObservabilityContext) => Promise<Answer> | Answer,
): Run {
  return async (words, context) => {
    const [, id = "", targetWords = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
    if (id === "") throw new AppError("user", texts.needsRuleId(subcommand));
    return onTarget(`alerts ${subcommand} ${id}`, targetWords, context, (target) =>
      work({ id, target }, context),
    );
  };
}

/** A subcommand that opens a form about an alert. */
function opening(subcommand: Changing, opens: Form): [string, AlertsSubcommand] {
  const open = onAlert(subcommand, ({ id, target }) => ({ opens, given: { target, alertId: id } }));
  return changing(subcommand, open);
}

const undelivered: AlertsSubcommand = { run: deadLetters, entry: entries.undelivered };

const subcommands = new Map<string, AlertsSubcommand>([
  ["list", { run: listDefined, entry: entries.list }],
  ["show", { run: onAlert("show", showAlert), entry: entries.show }],
  changing("create", create),
  opening("edit", editAlertForm),
  opening("duplicate", createAlertForm),
  opening("delete", deleteAlertForm),
  changing("test", onAlert("test", testAlert)),
  ["posts-to", { run: chooseHook, subcommand: "hook", entry: entries["posts-to"] }],
  ["trace", { run: traceIncident, entry: entries.trace }],
  ["timeline", { run: sendTimeline, entry: entries.timeline }],
  ["undelivered", undelivered],
  // Buttons of older messages say so.
  ["dead", undelivered],
]);

/** A subcommand and the words after it; without one, the page of the open alerts, or the target of defined ones. */
const Args = z.string().transform((text) => {
  const all = text.trim();
  const [, word = "", words = ""] = /^(\S*)\s*([\s\S]*)$/.exec(all) ?? [];
  const subcommand = subcommands.get(word.toLowerCase());
  // With other words than a number, it retries or drops.
  if (subcommand === undelivered && !/^\s*\d{0,6}\s*$/.test(words))
    return { ...undelivered, words, entry: entries.retry };
  if (subcommand) return { ...subcommand, words };
  const isPage = /^([1-9]\d{0,5})?$/.test(all);
  const run: Run = isPage
    ? (page, context) => listOpen(page, context, waysToTargets(context))
    : (name, context) => onTarget("alerts list", name, context, (target) => listAlerts(target, 1, context));
  return { run, words: all, entry: isPage ? entries.open : entries.list };
});

async function listDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  const { number, rest } = await numbered(words, context);
  return onTarget("alerts list", rest, context, (target) => listAlerts(target, number, context));
}

/** `/db alerts create [<dashboard id> <tile id>] [<target>]`: opens the form, on that tile if one is given. */
async function create(words: string, context: ObservabilityContext): Promise<Answer> {
  const { tile, targetWords } = await createWords(words, context);
  const ids = tile === undefined ? "" : ` ${tile.dashboardId} ${tile.tileId}`;
  return onTarget(`alerts create${ids}`, targetWords, context, (target) => ({
    opens: createAlertForm,
    given: { target, ...tile },
  }));
}

interface CreateWords {
  tile?: { dashboardId: string; tileId: string };
  targetWords: string;
}

const aLongId = /^(?=.*\d)[A-Za-z0-9_-]{6,64}$/;

/** A target's name may have spaces: the first two words are ids if the rest is a target and the whole is not. */
async function createWords(words: string, context: ObservabilityContext): Promise<CreateWords> {
  const all = words.trim();
  const [, dashboardId = "", tileId = "", rest = ""] = /^(\S+)\s+(\S+)\s*([\s\S]*)$/.exec(all) ?? [];
  const targets = await allTargets(context);
  if (tileId === "" || isTarget(all, targets)) return { targetWords: all };
  const isTile = rest === "" ? aLongId.test(dashboardId) && aLongId.test(tileId) : isTarget(rest, targets);
  return isTile ? { tile: { dashboardId, tileId }, targetWords: rest } : { targetWords: all };
}

function isTarget(words: string, targets: readonly NamedTarget[]): boolean {
  return targets.some(
    (target) => foldName(target.name) === foldName(words) || wordOfTarget(target) === words,
  );
}

/** `/db alerts posts-to <id> <hook> [<target>]`: remembers the hook to which the alert's webhook posts. */
async function chooseHook(words: string, context: ObservabilityContext, { userId }: Asker): Promise<Answer> {
  const [, id = "", hookWord = "", targetWords = ""] = /^\s*(\S+)\s+(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  if (hookWord === "") throw new AppError("user", texts.needsRuleAndHook);
  return onTarget(`alerts posts-to ${id} ${hookWord}`, targetWords, context, (target) =>
    rememberHook({ id, target, hookWord }, context, userId),
  );
}

const ofWords = command({
  name: "alerts",
  group: {
    line: "See open alerts, and bring them into channels.",
    buttons: [
      ["Open alerts", "alerts"],
      ["Hooks", "alerts hooks"],
    ],
  },
  summary: texts.alertsHelp.summary,
  usage: texts.alertsHelp.usage,
  examples: [
    "/db alerts",
    "/db alerts orders prod",
    "/db alerts create orders prod",
    "/db alerts trace 0f8c2a",
    "/db alerts timeline 0f8c2a",
    "/db alerts noise",
    "/db alerts noise checkout last week",
    "/db alerts noise weekly #alerts",
    "/db alerts noise off #alerts",
    "/db alerts undelivered",
  ],
  details: [...texts.alertsHelp.details, `• ${formatDocumented("alerts")}`, ...texts.alertsHelp.after].join(
    "\n",
  ),
  args: Args,
  entries: [...listed(entries), ...noiseCalls],
  calls: ({ entry }) => entry,
  run: ({ run, words }, context: ObservabilityContext, asker) => run(words, context, asker),
});

const ofCalls = { calls: noiseCalls, path: "alerts" };

/** `/db alerts …`: open alerts, an alert's way here, undelivered ones, and the alerts that are defined in a target. */
export const alerts: Command<ObservabilityContext> = {
  ...ofWords,
  read: (text) => (/^\s*noise(?=\s|$)/i.test(text) ? readCalls(ofCalls, text) : ofWords.read(text)),
};
