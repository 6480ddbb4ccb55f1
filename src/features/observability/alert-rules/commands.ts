import type { ObservabilityContext } from "../context.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { createAlertForm } from "./create-form.ts";
import { deleteAlertForm } from "./delete-form.ts";
import { foldName } from "../../../lib/text.ts";
import type { Answer } from "../../../platform/commands/command.ts";
import { showAlert } from "./show.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { sayHook } from "./webhooks/say-hook.ts";
import { testAlert } from "./test-alert.ts";
import { listAlerts } from "./list.ts";
import { editAlertForm } from "./edit.ts";
import { type NamedTarget, allTargets, findTarget, onTarget, numbered, wordOfTarget } from "../target.ts";

/** `/db alerts create [<dashboard id> <tile id>] [<place>]`: opens the form, on that tile where one is given. */
export async function createDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  const { tile, targetWords } = await readCreateWords(words, context);
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

/** The name of a place may hold spaces: two words before it are ids where what follows, and not the whole, is a place. */
async function readCreateWords(words: string, context: ObservabilityContext): Promise<CreateWords> {
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

/** `/db alerts edit <id> [<place>]`. */
export function editDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return openOn("edit", editAlertForm, words, context);
}

/** `/db alerts duplicate <id> [<place>]`: the form to create one, filled in as that one is. */
export function duplicateDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return openOn("duplicate", createAlertForm, words, context);
}

/** `/db alerts delete <id> [<place>]`. */
export function deleteDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return openOn("delete", deleteAlertForm, words, context);
}

function openOn(
  subcommand: string,
  opens: Form,
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  return withAlert(subcommand, words, context, ({ id, target }) => ({
    opens,
    given: { target, alertId: id },
  }));
}

/** `/db alerts list [<number>] [<place>]`: the alerts that are defined in a place, from a number on. */
export async function listDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  const { number, rest } = await numbered(words, context);
  return onTarget("alerts list", rest, context, (target) => listAlerts(target, number, context));
}

/** `/db alerts <place>`: the same of a place by its name alone. */
export async function listOfTarget(words: string, context: ObservabilityContext): Promise<Answer> {
  return listAlerts(await findTarget(words, context), 1, context);
}

/** `/db alerts show <id> [<place>]`: all there is to say of one. */
export function showDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return withAlert("show", words, context, (alert) => showAlert(alert, context));
}

/** `/db alerts test <id> [<place>]`: sends a test of our own the way that the alert goes. */
export function testDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return withAlert("test", words, context, (alert) => testAlert(alert, context));
}

/** `/db alerts hook <id> <hook> [<place>]`: says which hook of ours the alert's webhook posts to. */
export async function sayHookOf(
  words: string,
  context: ObservabilityContext,
  { userId }: Asker,
): Promise<Answer> {
  const [, id = "", hookWord = "", targetWords = ""] = /^\s*(\S+)\s+(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  if (hookWord === "")
    throw new AppError(
      "user",
      "Say which alert by its id, and which hook: `/db alerts hook 6f0c1d2e8b7a checkout`.",
    );
  return onTarget(`alerts hook ${id} ${hookWord}`, targetWords, context, (target) =>
    sayHook({ id, target, hookWord }, context, userId),
  );
}

/** An alert by its id, and the place that it is defined in. */
interface PlacedAlert {
  id: string;
  target: NamedTarget;
}

/** Does something to the alert whose id words begin with, the place after it; fails as user where no id is there. */
async function withAlert(
  subcommand: string,
  words: string,
  context: ObservabilityContext,
  work: (alert: PlacedAlert) => Promise<Answer> | Answer,
): Promise<Answer> {
  const [, id = "", targetWords = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  if (id === "") throw new AppError("user", whichAlert(subcommand));
  return onTarget(`alerts ${subcommand} ${id}`, targetWords, context, (target) => work({ id, target }));
}

function whichAlert(subcommand: string): string {
  return `Say which alert by its id, as in \`/db alerts ${subcommand} 6f0c1d2e8b7a\`. \`/db alerts list\` has a button for each.`;
}
