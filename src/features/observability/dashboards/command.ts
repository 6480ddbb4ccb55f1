import { z } from "zod";
import { type Entry, listed } from "../../../platform/commands/entry.ts";
import { type Answer, command } from "../../../platform/commands/command.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, formatList } from "../../../lib/text.ts";
import type { ObservabilityContext } from "../context.ts";
import { formatDocumented } from "../documented.ts";
import { isSendableId } from "../names.ts";
import { allTargets, numbered, onTarget } from "../target.ts";
import { addTileForm, changeTileForm, removeTileForm } from "../tiles/forms.ts";
import { createDashboardForm } from "./create-form.ts";
import { deleteDashboardForm, duplicateDashboardForm, editDashboardForm } from "./forms.ts";
import { listDashboards } from "./list.ts";
import { idOfDashboard, showDashboard } from "./show.ts";
import { dashboardEntries as entries } from "./entries.ts";
import * as texts from "./texts.ts";

type Run = (words: string, context: ObservabilityContext) => Promise<Answer>;

/** A subcommand's entry, and what runs it. */
interface Subcommand {
  entry: Entry;
  run: Run;
}

const calling = (entry: Entry, run: Run): Subcommand => ({ entry, run });

const aDashboard = ["dashboard"];
const aTile = ["dashboard", "tile"];

/** A subcommand that opens a form about the things with the ids that follow. */
const opening = (
  subcommand: keyof typeof entries,
  form: Form,
  things: readonly string[],
): [string, Subcommand] => [
  subcommand,
  calling(entries[subcommand], (words, context) => {
    const [ids, rest] = idsIn(words, things, subcommand);
    const [dashboardId, tileId] = ids;
    return onTarget(["dashboards", subcommand, ...ids].join(" "), rest, context, (target) => ({
      opens: form,
      given: { target, dashboardId, ...(tileId === undefined ? {} : { tileId }) },
    }));
  }),
];

const subcommands = new Map<string, Subcommand>([
  [
    "list",
    calling(entries.list, async (words, context) => {
      const { number, rest } = await numbered(words, context);
      return list(rest, number, context);
    }),
  ],
  ["find", calling(entries.find, (words, context) => find(words, 1, context))],
  [
    // As “More” under what was found.
    "found",
    calling(entries.find, async (words, context) => {
      const { number, rest } = await numbered(words, context);
      return find(rest, number, context);
    }),
  ],
  ["show", calling(entries.show, showNamed)],
  [
    // As “More tiles” under a dashboard: the number of the first tile, then the id.
    "tiles",
    calling(entries.show, (words, context) => {
      const [, number = "1", rest = words] = /^\s*([1-9]\d{0,5})\s+([\s\S]*)$/.exec(words) ?? [];
      return show(`tiles ${number}`, Number(number), rest, context);
    }),
  ],
  [
    "create",
    calling(entries.create, (words, context) =>
      onTarget("dashboards create", words, context, (target) => ({
        opens: createDashboardForm,
        given: { target },
      })),
    ),
  ],
  opening("edit", editDashboardForm, aDashboard),
  opening("duplicate", duplicateDashboardForm, aDashboard),
  opening("delete", deleteDashboardForm, aDashboard),
  opening("add-tile", addTileForm, aDashboard),
  opening("change-tile", changeTileForm, aTile),
  opening("remove-tile", removeTileForm, aTile),
]);

/** A subcommand and the words after it; without one, the target to list. */
const Args = z.string().transform((text) => {
  const [, word = "", words = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const subcommand = word.toLowerCase();
  const known = subcommands.get(subcommand);
  if (known) return { subcommand, words, ...known };
  return {
    subcommand: "list",
    words: text,
    ...calling(entries.list, (all, context) => list(all, 1, context)),
  };
});

// A target may be called like a subcommand, so the command to choose one says `list`.
function list(words: string, first: number, context: ObservabilityContext): Promise<Answer> {
  return onTarget("dashboards list", words, context, (target) => listDashboards(target, { first }, context));
}

const mostCharacters = 100;

async function find(typed: string, first: number, context: ObservabilityContext): Promise<Answer> {
  const { words, target } = await targetAtEnd(typed, context);
  if (words === "" || words.length > mostCharacters)
    throw new AppError("user", texts.needsWords(mostCharacters));
  return onTarget(`dashboards find ${words}`, target, context, (found) =>
    listDashboards(found, { first, words }, context),
  );
}

/** Splits words from the name of a target at their end. That is "" if there is none. */
async function targetAtEnd(
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

/** The ids at the beginning of words, one for each thing, and the rest. Fails as `user` if one is missing. */
function idsIn(words: string, things: readonly string[], subcommand: string): [ids: string[], rest: string] {
  const all = words.split(/\s+/).filter((word) => word !== "");
  const ids = all.slice(0, things.length);
  if (ids.length === things.length && ids.every((id) => isSendableId(id)))
    return [ids, all.slice(things.length).join(" ")];
  const example = ["/db dashboards", subcommand, ...examples.slice(0, things.length)].join(" ");
  throw new AppError("user", texts.needsIds(formatList(things), example));
}

/** Shows the dashboard that an id or a name stands for. */
async function showNamed(words: string, context: ObservabilityContext): Promise<Answer> {
  if (!mayBeName(words)) return show("show", 1, words, context);
  const { words: typed, target } = await targetAtEnd(words, context);
  return onTarget(`dashboards show ${typed}`, target, context, async (found) => {
    const id = await idOfDashboard(typed, found, context);
    return showDashboard({ id, target: found, firstTile: 1 }, context);
  });
}

/** False for nothing, and for what begins with an id as the servers make them. */
function mayBeName(words: string): boolean {
  return !/^\s*([\da-f]{24}(\s|$)|$)/i.test(words);
}

function show(
  subcommand: string,
  firstTile: number,
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  const [[id = ""], rest] = idsIn(words, aDashboard, subcommand);
  return onTarget(`dashboards ${subcommand} ${id}`, rest, context, (target) =>
    showDashboard({ id, target, firstTile }, context),
  );
}

/** `/db dashboards …`: the dashboards of a service or an observability server, what they show, and changing them. */
export const dashboards = command({
  name: "dashboards",
  group: {
    line: "See dashboards and their tiles.",
    buttons: [
      ["Dashboards", "dashboards"],
      ["Data sources", "dashboards sources"],
    ],
  },
  summary: texts.help.summary,
  usage: texts.help.usage,
  examples: [
    "/db dashboards",
    "/db dashboards orders prod",
    "/db dashboards find checkout",
    "/db dashboards create orders prod",
  ],
  details: [...texts.help.details, `• ${formatDocumented("dashboards")}`].join("\n"),
  args: Args,
  entries: listed(entries),
  calls: ({ entry }) => entry,
  run: ({ run, words }, context: ObservabilityContext) => run(words, context),
});
