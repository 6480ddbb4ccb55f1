import type { ObservabilityContext } from "../context.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { createDashboardForm } from "./create-form.ts";
import type { Answer } from "../../../platform/commands/command.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, formatList } from "../../../lib/text.ts";
import { listDashboards } from "./list.ts";
import { showDashboard } from "./show.ts";
import { allTargets, onTarget, numbered } from "../target.ts";
import { isSendableId } from "../readable.ts";

/** `/db dashboards [<place>]`: the dashboards of a place. */
export function listAll(words: string, context: ObservabilityContext): Promise<Answer> {
  // A place may be called as an act is: the choice of one is never read as an act after this.
  return list("dashboards list", words, 1, context);
}

/** `/db dashboards list [<number>] [<place>]`: the same from a number on. */
export async function listFrom(words: string, context: ObservabilityContext): Promise<Answer> {
  const { number, rest } = await numbered(words, context);
  return list("dashboards list", rest, number, context);
}

function list(command: string, words: string, first: number, context: ObservabilityContext): Promise<Answer> {
  return onTarget(command, words, context, (target) => listDashboards(target, { first }, context));
}

/** `/db dashboards find <words> [<place>]`: those with all of the words in their name or tags. */
export function findSome(words: string, context: ObservabilityContext): Promise<Answer> {
  return find(words, 1, context);
}

/** The same from a number on, as the buttons ask for it. */
export async function foundSome(words: string, context: ObservabilityContext): Promise<Answer> {
  const { number, rest } = await numbered(words, context);
  return find(rest, number, context);
}

const mostCharacters = 100;

async function find(typed: string, first: number, context: ObservabilityContext): Promise<Answer> {
  const { words, target } = await placeAtEnd(typed, context);
  if (words === "" || words.length > mostCharacters)
    throw new AppError(
      "user",
      `Say what to look for in names and tags, in ${mostCharacters} characters at most: \`/db dashboards find checkout\`.`,
    );
  return onTarget(`dashboards find ${words}`, target, context, (found) =>
    listDashboards(found, { first, words }, context),
  );
}

/** The words, and the place that they end with; no place where none of their ends is one. */
async function placeAtEnd(
  typed: string,
  context: ObservabilityContext,
): Promise<{ words: string; target: string }> {
  const words = typed.split(/\s+/).filter((word) => word !== "");
  const targets = await allTargets(context);
  const known = new Set(targets.flatMap(({ name, serviceId = name }) => [foldName(name), serviceId]));
  for (let count = 1; count < words.length; count += 1) {
    const target = words.slice(count).join(" ");
    if (known.has(foldName(target))) return { words: words.slice(0, count).join(" "), target };
  }
  return { words: words.join(" "), target: "" };
}

const examples = ["6f0c1d2e8b7a4c5d9e0f1a2b", "0a1b2c3d4e5f6a7b8c9d0e1f"];

/** The ids that words begin with, as many as there are things to name, and the rest; fails as `user` where one is missing. */
function idsIn(words: string, things: readonly string[], subcommand: string): [ids: string[], rest: string] {
  const all = words.split(/\s+/).filter((word) => word !== "");
  const ids = all.slice(0, things.length);
  if (ids.length === things.length && ids.every((id) => isSendableId(id)))
    return [ids, all.slice(things.length).join(" ")];
  const example = ["/db dashboards", subcommand, ...examples.slice(0, things.length)].join(" ");
  throw new AppError(
    "user",
    `Say which ${formatList(things)}, by id, as in \`${example}\`. The buttons under \`/db dashboards\` do it for you.`,
  );
}

/** `/db dashboards create [<place>]`: opens the form of a new one. */
export function createOne(words: string, context: ObservabilityContext): Promise<Answer> {
  return onTarget("dashboards create", words, context, (target) => ({
    opens: createDashboardForm,
    given: { target },
  }));
}

/** Opens a form about the dashboard whose id the words after an act begin with. */
export function changeOne(
  form: Form,
  subcommand: string,
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  return open(form, subcommand, ["dashboard"], words, context);
}

/** The same about a tile of it, whose id follows. */
export function changeTile(
  form: Form,
  subcommand: string,
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  return open(form, subcommand, ["dashboard", "tile"], words, context);
}

function open(
  form: Form,
  subcommand: string,
  things: readonly string[],
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  const [ids, rest] = idsIn(words, things, subcommand);
  const [dashboardId, tileId] = ids;
  return onTarget(["dashboards", subcommand, ...ids].join(" "), rest, context, (target) => ({
    opens: form,
    given: { target, dashboardId, ...(tileId === undefined ? {} : { tileId }) },
  }));
}

/** `/db dashboards show <id> [<place>]`: what a dashboard shows. */
export function showOne(words: string, context: ObservabilityContext): Promise<Answer> {
  return show("show", 1, words, context);
}

/** The same with its tiles from a number on, which stands before the id, as the buttons ask for it. */
export function showTiles(words: string, context: ObservabilityContext): Promise<Answer> {
  const [, number = "1", rest = words] = /^\s*([1-9]\d{0,5})\s+([\s\S]*)$/.exec(words) ?? [];
  return show(`tiles ${number}`, Number(number), rest, context);
}

function show(
  subcommand: string,
  firstTile: number,
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  const [ids, target] = idsIn(words, ["dashboard"], subcommand);
  const [id = ""] = ids;
  return onTarget(`dashboards ${subcommand} ${id}`, target, context, (found) =>
    showDashboard({ id, target: found, firstTile }, context),
  );
}
