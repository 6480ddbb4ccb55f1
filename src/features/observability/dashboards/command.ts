import { z } from "zod";
import { id, shownPage } from "../../../platform/commands/arguments.ts";
import { firstWordKind, fromBeforeKind, nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import type { Call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import type { Asks } from "../../../platform/commands/entry.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { AppError } from "../../../lib/errors.ts";
import { formatList } from "../../../lib/text.ts";
import type { ObservabilityContext } from "../context.ts";
import { Dashboards } from "../data.ts";
import { formatDocumented } from "../documented.ts";
import { isSendableId } from "../names.ts";
import { from } from "../pages.ts";
import { callOnTarget, orNumber, target, targetAtEnd } from "../target.ts";
import { addTileForm, changeTileForm, removeTileForm } from "../tiles/forms.ts";
import { createDashboardForm } from "./create-form.ts";
import { deleteDashboardForm, duplicateDashboardForm, editDashboardForm } from "./forms.ts";
import { listDashboards } from "./list.ts";
import { idOfDashboard, showDashboard } from "./show.ts";
import { dashboardSlot, searchSlot, tileSlots } from "./said.ts";
import * as texts from "./texts.ts";

/** `/db dashboards [service]`, or `list` in front of a service that is called like another subcommand. */
const list = callOnTarget({
  name: "dashboards_list",
  title: "Dashboards",
  summary: "Lists the dashboards of a service.",
  effect: "read",
  isTool: true,
  line: ["dashboards list {service} page {page}", "dashboards {service}", "dashboards list {from} {service}"],
  verb: "list",
  args: z.object({ service: target.optional(), page: shownPage.optional(), from: from.optional() }),
  result: Dashboards,
  asks: {
    means: ["dashboard", "dashboard {service}"],
    around: "list service open set",
    says: ["Dashboards", " of {service}"],
  },
  complete: orNumber,
  run: (wanted, of, context) => listDashboards(of, wanted, context),
});

// In front of names, because they may end in "page 2".
const pageBefore = argument({ ...fromBeforeKind, isForPeople: true }, shownPage).optional();

const mostCharacters = 100;
// With the name of a target behind it.
const mostTyped = 300;

const wanted = argument(
  { ...nameKind("dashboard"), slot: [], usage: ["<words>"] },
  z.string().trim().min(1).max(mostTyped),
).describe("The words");

/** `/db dashboards find checkout [service]`. Other pages are `found page 2 …`, and in older buttons `found 11 …`. */
const find = callOnTarget({
  name: "dashboards_find",
  title: "Find dashboards",
  summary: "Finds dashboards by words in their name, tags or tiles.",
  effect: "read",
  line: [
    "dashboards find {words} {service}",
    "dashboards found {from} {words} {service}",
    "dashboards found page {page} {words} {service}",
  ],
  verb: "find",
  missing: { words: texts.needsWords(mostCharacters) },
  args: z.object({
    words: wanted,
    service: target.optional(),
    page: pageBefore,
    from: from.optional(),
  }),
  result: Dashboards,
  asks: {
    means: ["find dashboard {words}", "about dashboard {words}", "=with dashboard {words}"],
    around: "about find list dashboard",
    slots: { words: searchSlot },
    says: ["Dashboards about {words}"],
  },
  async complete(typed, context) {
    const { words, service } = await orAtEnd(typed.words, typed.service, context);
    if (words.length > mostCharacters) throw new AppError("user", texts.needsWords(mostCharacters));
    return { ...typed, words, service };
  },
  run: (asked, of, context) => listDashboards(of, asked, context),
});

const idOfServer = /^([\da-f]{24})(?:\s+(.*))?$/i;
const example = "6f0c1d2e8b7a4c5d9e0f1a2b";

/** `/db dashboards show <name or id> [service]`. More tiles are `tiles page 2 …`, and in older buttons `tiles 13 …`. */
const show = callOnTarget({
  name: "dashboards_show",
  title: "A dashboard",
  summary: "Shows a dashboard: what its tiles show, and the alert rules on them.",
  effect: "read",
  line: [
    "dashboards show {dashboard} {service}",
    "dashboards tiles {from} {dashboard} {service}",
    "dashboards tiles page {page} {dashboard} {service}",
  ],
  verb: "show",
  missing: { dashboard: texts.needsIds("dashboard", `/db dashboards show ${example}`) },
  args: z.object({
    dashboard: argument(nameKind("dashboard"), z.string().trim().min(1).max(mostTyped)).describe(
      "The dashboard's name or id",
    ),
    service: target.optional(),
    page: pageBefore,
    from: argument({ ...fromBeforeKind, isForPeople: true }, from).optional(),
  }),
  asks: {
    means: ["dashboard {dashboard}", "list|open|find {dashboard}", "{dashboard}"],
    around: "list open dashboard time facts",
    slots: { dashboard: dashboardSlot },
    says: ["Dashboard {dashboard}"],
  },
  async complete(typed, context) {
    const [, first, behind] = idOfServer.exec(typed.dashboard) ?? [];
    if (first !== undefined) return { ...typed, dashboard: first, service: typed.service ?? behind };
    const { words, service } = await orAtEnd(typed.dashboard, typed.service, context);
    return { ...typed, dashboard: words, service };
  },
  async run({ dashboard, ...asked }, of, context) {
    const known = idOfServer.test(dashboard) ? dashboard : await idOfDashboard(dashboard, of, context);
    return showDashboard({ id: known, target: of }, asked, context);
  },
});

/** `/db dashboards create [service]`. */
const create = callOnTarget({
  name: "dashboards_create",
  title: "Create a dashboard",
  summary: "Opens the form for a new dashboard.",
  effect: "change",
  opens: true,
  line: "dashboards create {service}",
  verb: "create",
  args: z.object({ service: target.optional() }),
  asks: {
    creates: "dashboard",
    means: ["create|want dashboard"],
    around: "service dashboard want",
    says: ["Create a dashboard", " for {service}"],
  },
  run: (_, of) => ({ opens: createDashboardForm, given: { target: of } }),
});

const examples = [example, "0a1b2c3d4e5f6a7b8c9d0e1f"];

const dashboard = argument(
  { ...firstWordKind("id"), usage: ["<dashboard id>"] },
  id.describe("The dashboard's id"),
);
const tile = argument({ ...firstWordKind("id"), usage: ["<tile id>"] }, id.describe("The tile's id"));
const service = target.optional();

/** A call that opens a form. */
interface Opening extends Pick<Call, "name" | "title" | "summary" | "effect"> {
  verb: string;
  asks: Asks;
  form: Form;
}

/** `/db dashboards edit <id> [service]`: opens a form about a dashboard. */
function onDashboard({ verb, form, ...facts }: Opening) {
  const needs = texts.needsIds("dashboard", `/db dashboards ${verb} ${example}`);
  return callOnTarget({
    ...facts,
    opens: true,
    line: `dashboards ${verb} {dashboard} {service}`,
    verb,
    missing: { dashboard: needs },
    args: z.object({ dashboard, service }),
    complete: (typed) => sendable(typed, [typed.dashboard], needs),
    run: ({ dashboard: dashboardId }, of) => ({ opens: form, given: { target: of, dashboardId } }),
  });
}

/** `/db dashboards change-tile <dashboard id> <tile id> [service]`: opens a form about a tile. */
function onTile({ verb, form, ...facts }: Opening) {
  const needs = texts.needsIds(
    formatList(["dashboard", "tile"]),
    ["/db dashboards", verb, ...examples].join(" "),
  );
  return callOnTarget({
    ...facts,
    opens: true,
    line: `dashboards ${verb} {dashboard} {tile} {service}`,
    verb,
    missing: { dashboard: needs, tile: needs },
    args: z.object({ dashboard, tile, service }),
    complete: (typed) => sendable(typed, [typed.dashboard, typed.tile], needs),
    run: ({ dashboard: dashboardId, tile: tileId }, of) => ({
      opens: form,
      given: { target: of, dashboardId, tileId },
    }),
  });
}

/** The arguments if a button can carry their ids. Fails as user otherwise. */
function sendable<Wanted>(wanted: Wanted, ids: readonly string[], needs: string): Wanted {
  if (ids.every((each) => isSendableId(each))) return wanted;
  throw new AppError("user", needs);
}

/** Words, and the name of a target. It may be at their end, where no quotes tell it from them. */
async function orAtEnd(words: string, service: string | undefined, context: ObservabilityContext) {
  return service === undefined ? targetAtEnd(words, context) : { words, service };
}

/** `/db dashboards …`: the dashboards of a service or an observability server, what they show, and changing them. */
export const dashboards = commandOf({
  name: "dashboards",
  group: {
    line: "See dashboards and their tiles.",
    buttons: [
      ["Dashboards", { call: "dashboards_list" }],
      ["Data sources", { call: "sources_list" }],
    ],
  },
  summary: texts.help.summary,
  examples: [
    "/db dashboards",
    "/db dashboards orders prod",
    "/db dashboards find checkout",
    "/db dashboards create orders prod",
  ],
  details: [...texts.help.details, `• ${formatDocumented("dashboards")}`].join("\n"),
  calls: [
    list,
    find,
    show,
    create,
    onDashboard({
      name: "dashboards_edit",
      title: "Change a dashboard",
      summary: "Opens the form of a dashboard.",
      effect: "change",
      verb: "edit",
      asks: {
        means: ["change|rename dashboard"],
        around: "dashboard set",
        says: ["Change the dashboard {dashboard}"],
      },
      form: editDashboardForm,
    }),
    onDashboard({
      name: "dashboards_duplicate",
      title: "Duplicate a dashboard",
      summary: "Opens the form for a new dashboard like another one.",
      effect: "change",
      verb: "duplicate",
      asks: {
        means: ["copy dashboard"],
        around: "dashboard want create",
        says: ["Duplicate the dashboard {dashboard}"],
      },
      form: duplicateDashboardForm,
    }),
    onDashboard({
      name: "dashboards_delete",
      title: "Delete a dashboard",
      summary: "Deletes a dashboard, once its name is typed in a form.",
      effect: "destroy",
      verb: "delete",
      asks: {
        means: ["delete dashboard"],
        around: "dashboard want",
        says: ["Delete the dashboard {dashboard}"],
      },
      form: deleteDashboardForm,
    }),
    onDashboard({
      name: "dashboards_add_tile",
      title: "Add a tile",
      summary: "Opens the form for a new tile on a dashboard.",
      effect: "change",
      verb: "add-tile",
      asks: {
        means: ["add|create|want tile"],
        around: "dashboard want source",
        says: ["Add a tile to the dashboard {dashboard}"],
      },
      form: addTileForm,
    }),
    onTile({
      name: "dashboards_change_tile",
      title: "Change a tile",
      summary: "Opens the form of a tile.",
      effect: "change",
      verb: "change-tile",
      asks: {
        means: ["change|rename tile"],
        around: "dashboard set",
        slots: tileSlots,
        says: ["Change the tile {tile}", " of the dashboard {dashboard}"],
      },
      form: changeTileForm,
    }),
    onTile({
      name: "dashboards_remove_tile",
      title: "Remove a tile",
      summary: "Removes a tile, once that is confirmed in a form.",
      effect: "destroy",
      verb: "remove-tile",
      asks: {
        means: ["delete tile"],
        around: "dashboard",
        slots: tileSlots,
        says: ["Remove the tile {tile}", " from the dashboard {dashboard}"],
      },
      form: removeTileForm,
    }),
  ],
});
