import { z } from "zod";
import { Dashboards, Sources } from "../data.ts";
import { id, service } from "../../../platform/commands/arguments.ts";
import { type Asks, type Effect, type Entry, entry } from "../../../platform/commands/entry.ts";
import { dashboardAsks, sourcesAsks } from "./asks.ts";

const target = service.describe(
  "The service, or the stand-alone server's connection. Needed if there are several",
);
const dashboard = z.string().trim().min(1).max(100).describe("The dashboard's name or id");

interface Facts {
  name: string;
  title: string;
  summary: string;
  effect: Effect;
  asks?: Asks;
}

/** An entry about one dashboard. */
const onDashboard = (subcommand: string, facts: Facts): Entry =>
  entry({
    ...facts,
    opens: true,
    args: z.object({ dashboard: id.describe("The dashboard's id"), service: target.optional() }),
    words: ({ dashboard, service }) => ["dashboards", subcommand, dashboard, service],
  });

/** An entry about one tile of a dashboard. */
const onTile = (subcommand: string, facts: Facts): Entry =>
  entry({
    ...facts,
    opens: true,
    args: z.object({
      dashboard: id.describe("The dashboard's id"),
      tile: id.describe("The tile's id"),
      service: target.optional(),
    }),
    words: ({ dashboard, tile, service }) => ["dashboards", subcommand, dashboard, tile, service],
  });

/** What can be asked for about dashboards, by subcommand. */
export const dashboardEntries = {
  list: entry({
    asks: dashboardAsks.list,
    name: "dashboards_list",
    title: "Dashboards",
    summary: "Lists the dashboards of a service.",
    effect: "read",
    isTool: true,
    args: z.object({ service: target.optional() }),
    words: ({ service }) => ["dashboards list", service],
    result: Dashboards,
  }),
  find: entry({
    asks: dashboardAsks.find,
    name: "dashboards_find",
    title: "Find dashboards",
    summary: "Finds dashboards by words in their name, tags or tiles.",
    effect: "read",
    args: z.object({
      words: z.string().trim().min(1).max(100).describe("The words"),
      service: target.optional(),
    }),
    words: ({ words, service }) => ["dashboards find", words, service],
    result: Dashboards,
  }),
  show: entry({
    asks: dashboardAsks.show,
    name: "dashboards_show",
    title: "A dashboard",
    summary: "Shows a dashboard as a picture.",
    effect: "read",
    args: z.object({ dashboard, service: target.optional() }),
    words: ({ dashboard, service }) => ["dashboards show", dashboard, service],
  }),
  create: entry({
    asks: dashboardAsks.create,
    name: "dashboards_create",
    title: "Create a dashboard",
    summary: "Opens the form for a new dashboard.",
    effect: "change",
    opens: true,
    args: z.object({ service: target.optional() }),
    words: ({ service }) => ["dashboards create", service],
  }),
  edit: onDashboard("edit", {
    asks: dashboardAsks.edit,
    name: "dashboards_edit",
    title: "Change a dashboard",
    summary: "Opens the form of a dashboard.",
    effect: "change",
  }),
  duplicate: onDashboard("duplicate", {
    asks: dashboardAsks.duplicate,
    name: "dashboards_duplicate",
    title: "Duplicate a dashboard",
    summary: "Opens the form for a new dashboard like another one.",
    effect: "change",
  }),
  delete: onDashboard("delete", {
    asks: dashboardAsks.delete,
    name: "dashboards_delete",
    title: "Delete a dashboard",
    summary: "Deletes a dashboard, once its name is typed in a form.",
    effect: "destroy",
  }),
  "add-tile": onDashboard("add-tile", {
    asks: dashboardAsks["add-tile"],
    name: "dashboards_add_tile",
    title: "Add a tile",
    summary: "Opens the form for a new tile on a dashboard.",
    effect: "change",
  }),
  "change-tile": onTile("change-tile", {
    asks: dashboardAsks["change-tile"],
    name: "dashboards_change_tile",
    title: "Change a tile",
    summary: "Opens the form of a tile.",
    effect: "change",
  }),
  "remove-tile": onTile("remove-tile", {
    asks: dashboardAsks["remove-tile"],
    name: "dashboards_remove_tile",
    title: "Remove a tile",
    summary: "Removes a tile, once that is confirmed in a form.",
    effect: "destroy",
  }),
};

/** What can be asked for about data sources. */
export const sourcesEntry = entry({
  asks: sourcesAsks,
  name: "sources_list",
  title: "Data sources",
  summary: "Lists the data sources that dashboards and alerts read.",
  effect: "read",
  isTool: true,
  args: z.object({ service: target.optional() }),
  words: ({ service }) => ["dashboards sources", service],
  result: Sources,
});
