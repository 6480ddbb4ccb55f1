import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import { type Deployment, deployments } from "../fixture.ts";
import { control } from "../../../support/asking.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { type ObservedApi, type ServersDashboard, observedApi } from "../../../support/observed-api.ts";
import {
  type EnvironmentTarget,
  observedEnvironment,
  targetsOf,
} from "../../../support/observed-environment.ts";
import { person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";
import { stillTrying } from "../../../../src/platform/forms/texts.ts";
import { errorSeries } from "../error-series.ts";
import { runs } from "../../../support/pressed.ts";

const environment = useTestEnvironment({ environment: observedEnvironment });
let targets: Record<Deployment, EnvironmentTarget>;
let target: EnvironmentTarget;
let api: ObservedApi;
let dashboard: ServersDashboard;

beforeAll(async () => {
  targets = await targetsOf(environment);
});

/** Waits for the modal with all of these words. */
function modalSaying(...words: string[]): Promise<View> {
  return environment.ada.waitForModal((view) => {
    const text = shownText(view);
    return words.every((word) => text.includes(word));
  });
}

/** The initial value of an input of the modal. */
function initialOf(view: View, actionId: string): unknown {
  const [, json = "null"] =
    new RegExp(
      `"action_id":"${actionId}".*?(?:"initial_value":("[^"]*")|"initial_option":\\{.*?"value":("[^"]*"))`,
    ).exec(JSON.stringify(view.blocks)) ?? [];
  return JSON.parse(json);
}

/** Each test begins with a dashboard of two tiles on the target of this deployment. */
function useDashboardOn(deployment: Deployment): void {
  beforeAll(() => {
    target = targets[deployment];
    api = observedApi(environment, deployment);
  });
  beforeEach(async () => {
    dashboard = await api.create({
      name: "Shop",
      tags: ["shop"],
      tiles: [
        { name: "Errors", x: 0, y: 0, w: 8, h: 3, note: "kept", series: [{ ...errorSeries, color: "red" }] },
        {
          name: "Two",
          x: 8,
          y: 0,
          w: 8,
          h: 3,
          series: [errorSeries, { ...errorSeries, where: "level:fatal" }],
        },
      ],
      owner: { team: "kept" },
    });
  });
}

/** Opens a form for the dashboard, or for one of its tiles. */
async function open(subcommand: string, tile?: number): Promise<void> {
  const ids = [dashboard.id, ...(tile === undefined ? [] : [dashboard.tiles[tile]?.id ?? ""])];
  await environment.ada.command("databases", `/db dashboards ${subcommand} ${ids.join(" ")} ${target.name}`);
}

describe.each(deployments)("%s", (deployment) => {
  useDashboardOn(deployment);

  test("a dashboard gets a new name and new tags, and keeps everything else", async () => {
    const { ada } = environment;
    await open("edit");
    expect(shownText(await modalSaying("Its tiles stay as they are."))).toContain("*Shop*");
    expect(JSON.stringify(await ada.submit())).toContain("Change something first");
    await ada.fill("name", "Checkout");
    await ada.fill("tags", "shop, payments\nprod");
    await ada.submit();
    await modalSaying("Checkout");
    await until(async () => (await api.get(dashboard.id)).name === "Checkout");
    expect(await api.get(dashboard.id)).toEqual({
      ...dashboard,
      name: "Checkout",
      tags: ["shop", "payments", "prod"],
    });
  });

  test("changes of a series are saved even if the form shows another one", async () => {
    const { ada } = environment;
    await open("change-tile", 1);
    await modalSaying("*Two* on *Shop*");
    await ada.fill("where0", "level:");
    await ada.fill("series", "1");
    await modalSaying("You also changed series 1");
    expect(JSON.stringify(await ada.submit())).toContain("I can't read the filter of series 1.");
    await ada.fill("series", "0");
    await ada.waitForModal((view) => initialOf(view, "where0") === "level:");
    await ada.fill("where0", "level:warn");
    await ada.fill("series", "1");
    await ada.waitForModal((view) => initialOf(view, "where1") === "level:fatal");
    await ada.fill("aggFn1", "p95");
    await ada.submit();
    await until(async () => JSON.stringify(await api.get(dashboard.id)).includes("p95"));
    expect((await api.get(dashboard.id)).tiles[1]?.["series"]).toEqual([
      { ...errorSeries, where: "level:warn" },
      { ...errorSeries, where: "level:fatal", aggFn: "p95" },
    ]);
  });

  test("a dashboard is created with its first tiles on a source that the server has", async () => {
    const { ada } = environment;
    const name = `Made of ${deployment}`;
    await ada.command("databases", `/db dashboards create ${target.name}`);
    await modalSaying("Data source", "Everything over time");
    await ada.fill("name", name);
    await ada.fill("tags", "shop, prod");
    await ada.waitForModal((view) => JSON.stringify(view.blocks).includes("Logs"));
    await ada.fill("dataSource", "Logs");
    await ada.submit();
    const created = async () => (await api.list()).filter((one) => one.name === name);
    await until(async () => (await created()).length === 1);
    const [made] = await created();
    expect(made).toMatchObject({ tags: ["shop", "prod"] });
    expect(made?.tiles.map((tile) => tile["name"])).toEqual([
      "Everything over time",
      "Errors over time",
      "Errors",
    ]);
    expect(JSON.stringify(made?.tiles)).not.toContain('"dataSource":"events"');
  });

  test("a copy has everything except the ids", async () => {
    const { ada } = environment;
    await open("duplicate");
    expect(initialOf(await modalSaying("A copy of *Shop*"), "name")).toBe("Shop (copy)");
    await ada.fill("name", `Copy of ${dashboard.id}`);
    await ada.submit();
    const copies = async () => (await api.list()).filter(({ name }) => name === `Copy of ${dashboard.id}`);
    await until(async () => (await copies()).length === 1);
    const [copy] = await copies();
    const ids = new Set(dashboard.tiles.map(({ id }) => id));
    expect(copy?.tiles.map(({ id }) => ids.has(id))).toEqual([false, false]);
    expect({ ...copy, tiles: copy?.tiles.map(({ id: _id, ...tile }) => tile) }).toEqual({
      ...dashboard,
      id: copy?.id,
      name: `Copy of ${dashboard.id}`,
      tiles: dashboard.tiles.map(({ id: _id, ...tile }) => tile),
    });
  });

  test("a dashboard is deleted once its name is typed exactly", async () => {
    const { ada } = environment;
    await api.alertOn(dashboard, dashboard.tiles[1]?.id ?? "", "Goes too");
    await open("delete");
    await modalSaying(
      "with its 2 tiles",
      "This also deletes *1 alert rule*: “Goes too”",
      "Type its name: `Shop`",
    );
    await ada.fill("typedName", "shop");
    expect(JSON.stringify(await ada.submit())).toContain("Type the name exactly: Shop");
    await ada.fill("typedName", "Shop");
    await ada.submit();
    await until(async () => !(await api.list()).some(({ id }) => id === dashboard.id));
    expect((await api.list()).map(({ id }) => id)).not.toContain(dashboard.id);
  });
});

// The deployments differ only in their requests, which the tests above and those of changes send to each.
describe("on a stand-alone server", () => {
  useDashboardOn("stand-alone");

  test("a tile is added below the others in the specification's format, and gets an id", async () => {
    const { ada } = environment;
    await open("add-tile");
    const view = await modalSaying("A new tile on *Shop*");
    expect(["row", "width", "height"].map((field) => initialOf(view, field))).toEqual(["4", "8", "3"]);
    await ada.fill("name", "Slow");
    await ada.fill("where0", "slow");
    await modalSaying("The filter `slow` names no field");
    await ada.fill("where0", "duration:>1000");
    await ada.fill("row", "3");
    await modalSaying("Here it overlaps “Errors”.");
    await ada.fill("row", "4");
    await ada.fill("groupBy0", "host, route");
    await ada.submit();
    await until(async () => (await api.get(dashboard.id)).tiles.length === 3);
    const { tiles, ...others } = await api.get(dashboard.id);
    const { tiles: before, ...othersBefore } = dashboard;
    expect(others).toEqual(othersBefore);
    expect(tiles.slice(0, 2)).toEqual(before);
    expect(tiles[2]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: "Slow",
      x: 0,
      y: 3,
      w: 8,
      h: 3,
      asRatio: false,
      series: [
        {
          type: "time",
          dataSource: "events",
          aggFn: "count",
          where: "duration:>1000",
          groupBy: ["host", "route"],
        },
      ],
    });
  });

  test("a tile gets a second series and becomes a ratio, and then loses a series", async () => {
    const { ada } = environment;
    await open("change-tile", 0);
    await modalSaying("*Errors* on *Shop*");
    await ada.fill("asRatio", ["on"]);
    expect(JSON.stringify(await ada.submit())).toContain("A ratio needs two series");
    await ada.fill("addSeries", ["on"]);
    await modalSaying("The series to add");
    await ada.fill("whereNew", "level:warn");
    await ada.submit();
    const added = { type: "time", dataSource: "events", aggFn: "count", where: "level:warn", groupBy: [] };
    const [first] = dashboard.tiles;
    await until(async () => (await api.get(dashboard.id)).tiles[0]?.["asRatio"] === true);
    expect((await api.get(dashboard.id)).tiles[0]).toEqual({
      ...first,
      asRatio: true,
      series: [{ ...errorSeries, color: "red" }, added],
    });
    await open("change-tile", 0);
    await modalSaying("*Errors* on *Shop*");
    await ada.fill("remove0", ["on"]);
    await modalSaying("Saving removes series 1.");
    await ada.fill("asRatio", []);
    await ada.submit();
    await until(async () => (await api.get(dashboard.id)).tiles[0]?.["asRatio"] === false);
    expect((await api.get(dashboard.id)).tiles[0]).toEqual({ ...first, asRatio: false, series: [added] });
  });

  test("a tile in the newer format, and one without series, can be moved and renamed, and its form has no other fields", async () => {
    const { ada } = environment;
    const config = { displayType: "line", select: [{ aggFn: "count", where: "a:b" }], deep: { kept: null } };
    const place = { x: 0, y: 0, w: 2, h: 2 };
    dashboard = await api.create({
      name: "New",
      tiles: [
        { name: "N", ...place, config },
        { name: "B", ...place, series: [] },
      ],
    });
    const hints = ["This tile has a newer format", "This tile has no series to change here."];
    for (const [index, hint] of hints.entries()) {
      await open("change-tile", index);
      expect(JSON.stringify((await modalSaying(hint)).blocks)).not.toContain('"aggFn0"');
      await ada.fill("name", "Renamed");
      await ada.fill("column", "5");
      await ada.submit();
      await until(async () => (await api.get(dashboard.id)).tiles[index]?.name === "Renamed");
      await ada.close({ cleared: true });
    }
    const renamed = dashboard.tiles.map((tile) => ({ ...tile, name: "Renamed", x: 4 }));
    expect((await api.get(dashboard.id)).tiles).toEqual(renamed);
  });

  test("the form to remove a tile names the alerts that are removed with it", async () => {
    await api.alertOn(dashboard, dashboard.tiles[0]?.id ?? "", "Too many");
    await open("remove-tile", 0);
    await modalSaying("Removes *Errors* from *Shop*.", "This also deletes *1 alert rule*: “Too many”.");
    await environment.ada.submit();
    await until(async () => (await api.get(dashboard.id)).tiles.length === 1);
    expect((await api.get(dashboard.id)).tiles).toEqual(dashboard.tiles.slice(1));
  });

  test("the form shows a failed read, and repeats it on submit", async () => {
    const { ada } = environment;
    const operation = "getStandaloneDashboard";
    await environment.faults({ kind: "status", status: 403, body: { message: "No" }, match: { operation } });
    await open("edit");
    await modalSaying(":warning:");
    await fetch(`${environment.cloud.controlUrl}/faults`, { method: "DELETE" });
    await ada.submit();
    expect(await modalSaying("Its tiles stay as they are.")).toMatchObject({ title: "Rename or retag" });
  });

  test("the form for a slow dashboard says that it waits, and is filled in later", async () => {
    const operation = "getStandaloneDashboard";
    await environment.faults({ kind: "delay", ms: 7_000, times: 1, match: { operation } });
    await open("edit");
    expect(shownText(await modalSaying(stillTrying))).toContain("Reading the dashboard…");
    expect(shownText(await modalSaying("Its tiles stay as they are."))).not.toContain(stillTrying);
  });

  test("forms show any dashboard, and keep what they cannot show", async () => {
    const { ada } = environment;
    const hostile = `<!channel> *a* \u202e\n${"x".repeat(3_100)} &lt;`;
    const odd = { type: " ", dataSource: "\u202e", aggFn: hostile, where: hostile, groupBy: [hostile, ""] };
    const tile = { name: hostile, x: 0.5, y: 99_999, w: 1, h: 1, series: [odd, {}] };
    dashboard = await api.create({
      name: hostile,
      tags: [hostile, "b"],
      tiles: [tile, { name: "", series: [] }],
    });
    for (const subcommand of ["delete", "duplicate", "add-tile", "edit"]) {
      await open(subcommand);
      await modalSaying("∗a∗");
      await ada.close();
    }
    for (const subcommand of ["remove-tile", "change-tile"]) {
      await open(subcommand, 1);
      await modalSaying("Unnamed tile");
      await ada.close();
      await open(subcommand, 0);
      await modalSaying("∗a∗");
      if (subcommand === "remove-tile") await ada.close();
    }
    await ada.fill("series", "1");
    await ada.waitForModal((view) => JSON.stringify(view.blocks).includes('"where1"'));
    await ada.fill("where1", "level:error");
    await ada.submit();
    const filter = async () => JSON.stringify((await api.get(dashboard.id)).tiles[0]?.["series"]);
    await until(async () => (await filter()).includes("level:error"));
    const [first, second] = dashboard.tiles;
    expect(await api.get(dashboard.id)).toEqual({
      ...dashboard,
      tiles: [{ ...first, series: [odd, { where: "level:error" }] }, second],
    });
  });

  test("the form for a missing dashboard says so", async () => {
    dashboard = { ...dashboard, id: "0123456789abcdef01234567" };
    await open("edit");
    expect(shownText(await modalSaying("I can't find this dashboard"))).toContain(`in “${target.name}”`);
  });

  test("viewers can read, and the refusal of a change names the role that it needs", async () => {
    await using sam = person(environment.slack, "Sam Rivera");
    await sam.command("databases", `/db dashboards show ${dashboard.id} ${target.name}`);
    const shown = await sam.waitForMessage("databases", (message) =>
      JSON.stringify(message).includes(dashboard.id),
    );
    await sam.click(shown, runs("dashboards_delete", { dashboard: dashboard.id, service: target.word }));
    await sam.waitForMessage("databases", "operator");
    expect(await sam.modal()).toBeUndefined();
  });
});

test("a change on a service with only the documented operations says that it is not offered", async () => {
  const api = observedApi(environment, "managed");
  const [first] = await api.list();
  await control(environment.cloud, "/observability", { offers: "documented" });
  await environment.ada.command("databases", `/db dashboards edit ${first?.id} orders prod`);
  await modalSaying("Its tiles stay as they are.");
  await environment.ada.fill("name", "Never");
  await environment.ada.submit();
  expect(await modalSaying("This server doesn't offer changing dashboards")).toBeDefined();
  await control(environment.cloud, "/observability", { offers: "everything" });
});
