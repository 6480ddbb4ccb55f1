import { z } from "zod";
import type { Role } from "../../../platform/access/role.ts";
import type { ObservabilityContext } from "../context.ts";
import { changeTileForm } from "../tiles/change-form.ts";
import { deleteDashboardForm } from "./delete-form.ts";
import { duplicateDashboardForm } from "./duplicate-form.ts";
import { editDashboardForm } from "./edit-form.ts";
import { formatDocumented } from "../documented.ts";
import { type Answer, command } from "../../../platform/commands/command.ts";
import {
  changeOne,
  changeTile,
  createOne,
  findSome,
  foundSome,
  listAll,
  listFrom,
  showOne,
  showTiles,
} from "./commands.ts";
import { addTileForm, removeTileForm } from "../tiles/remove-form.ts";

interface DashboardsSubcommand {
  access: Role;
  run: (words: string, context: ObservabilityContext) => Promise<Answer>;
}

const viewing = (run: DashboardsSubcommand["run"]): DashboardsSubcommand => ({ access: "viewer", run });
const change = (run: DashboardsSubcommand["run"]): DashboardsSubcommand => ({ access: "operator", run });

const subcommands = new Map<string, DashboardsSubcommand>([
  ["list", viewing(listFrom)],
  ["find", viewing(findSome)],
  ["found", viewing(foundSome)],
  ["show", viewing(showOne)],
  ["tiles", viewing(showTiles)],
  ["create", change(createOne)],
  ["edit", change((words, context) => changeOne(editDashboardForm, "edit", words, context))],
  ["duplicate", change((words, context) => changeOne(duplicateDashboardForm, "duplicate", words, context))],
  ["delete", change((words, context) => changeOne(deleteDashboardForm, "delete", words, context))],
  ["add-tile", change((words, context) => changeOne(addTileForm, "add-tile", words, context))],
  ["change-tile", change((words, context) => changeTile(changeTileForm, "change-tile", words, context))],
  ["remove-tile", change((words, context) => changeTile(removeTileForm, "remove-tile", words, context))],
]);

/** The words after `dashboards`: what to do and to what, else the place whose dashboards to list. */
const Args = z.string().transform((text) => {
  const [, word = "", words = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const subcommand = word.toLowerCase();
  const known = subcommands.get(subcommand);
  return known ? { subcommand, words, ...known } : { subcommand: "list", words: text, ...viewing(listAll) };
});

/** `/db dashboards …`: the dashboards of a service or an observability server, what they show, and changing them. */
export const dashboards = command({
  name: "dashboards",
  summary:
    "Lists the dashboards of a service or observability server, shows one as a picture with its tiles, and changes them.",
  usage: "[<service>] | list [<service>] | find <words> | show <id> | create [<service>]",
  examples: [
    "/db dashboards",
    "/db dashboards orders prod",
    "/db dashboards find checkout",
    "/db dashboards create orders prod",
  ],
  details: [
    "• Name a service as `/db services` shows it, or a stand-alone observability server by its connection; where there is only one of them, you need not. Put `list` before a name that is one of these words as well.",
    "• `create` asks for a name and tags, and makes a dashboard without tiles; add them from its own buttons.",
    "• Under a dashboard are buttons to add a tile, rename or retag it, duplicate and delete it; beside each tile a menu to change or remove it, and to create an alert on it.",
    "• A change is made to what is there at that moment. Where somebody else has changed it since you looked, you see both and choose.",
    "• A link to a dashboard, an alert or a saved search gets a card with how it stands, in channels that I am in.",
    `• ${formatDocumented("dashboards")}`,
  ].join("\n"),
  args: Args,
  access: ({ access }) => access,
  // Every change is made in a form.
  opens: ({ access }) => access === "operator",
  run: ({ run, words }, context: ObservabilityContext) => run(words, context),
});
