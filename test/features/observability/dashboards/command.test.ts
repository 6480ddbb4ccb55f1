import { product } from "../../../../src/app/features.ts";
import { expect, test } from "vitest";
import { commandOf } from "../../../../src/platform/blocks/command-button.ts";
import { control } from "../../../support/asking.ts";
import { deployments, observedFixture } from "../fixture.ts";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { useRedis } from "../../../support/redis.ts";
import { dashboards } from "../../../../src/features/observability/dashboards/command.ts";
import { dashboardList } from "../../../../src/features/observability/dashboards/list.ts";
import { buttonsOf } from "../../alerts/hooks/fixture.ts";
import { type DashboardsFixture, choicesOf, dashboardsFixture } from "./commands-fixture.ts";
import { errorSeries } from "../error-series.ts";
import { dashboardDetails } from "../../../../src/features/observability/dashboards/show.ts";
import * as texts from "../../../../src/features/observability/dashboards/texts.ts";
import { said } from "../../../support/said.ts";
import { drawn } from "../../../support/drawn.ts";
import { lineOfButton, linesOf, runs } from "../../../support/pressed.ts";

const redis = useRedis();

/** Deletes all seeded dashboards. */
async function emptied(fixture: DashboardsFixture): Promise<DashboardsFixture> {
  for (const { id } of await fixture.there.dashboards.list()) await fixture.there.dashboards.delete(id);
  return fixture;
}

test.each(deployments)(
  "%s: the list shows name, tiles, alerts and tags, sorted by name",
  async (deployment) => {
    const fixture = await emptied(await dashboardsFixture(redis.client, deployment));
    await fixture.there.dashboards.create({ name: "Shop 10", tiles: [], tags: ["shop", "prod"] });
    const { id } = await fixture.there.dashboards.create({
      name: "Shop 9",
      tiles: [{ name: "Errors", series: [errorSeries] }],
    });
    const reply = await fixture.db("");
    expect(reply.text).toBe(
      [
        `*2 dashboards* in *${fixture.target.name}*, by name.`,
        "*Shop 9*\n1 tile · no alert rules",
        "*Shop 10*\n0 tiles · no alert rules · `shop` `prod`",
      ].join("\n"),
    );
    expect(Object.values(buttonsOf(reply))).toHaveLength(1);
    expect(reply.blocks.filter((block) => "accessory" in block)).toHaveLength(2);
    expect((await fixture.db(`show ${id}`)).text).toContain("*Shop 9*");
  },
);

test("find shows dashboards with all of the words in their names or tags", async () => {
  const fixture = await emptied(await dashboardsFixture(redis.client, "stand-alone"));
  await fixture.there.dashboards.create({ name: "Checkout", tiles: [], tags: ["payments"] });
  await fixture.there.dashboards.create({ name: "Search", tiles: [], tags: ["500 errors"] });
  expect((await fixture.db("find PAY check")).text).toContain("*Checkout*");
  expect((await fixture.db(`find 500 ${fixture.target.name}`)).text).toContain(
    `*1 dashboard* in *${fixture.target.name}* with \`500\`, by name.\n*Search*`,
  );
  expect((await fixture.db("find nothing")).text).toContain("has `nothing` in its name or tags");
  expect(await fixture.refusal("find")).toContain("Add what to look for");
});

test("show finds a dashboard by its name, and names the near ones", async () => {
  const fixture = await emptied(await dashboardsFixture(redis.client, "managed"));
  await fixture.there.dashboards.create({ name: "API Monitoring", tiles: [] });
  const { name } = fixture.target;
  for (const words of ["api monitoring", `API Monitoring ${name}`, `"API Monitoring" ${name}`])
    expect((await fixture.db(`show ${words}`)).text).toContain("*API Monitoring*");
  expect(await fixture.refusal(`show monitor ${name}`)).toContain("“API Monitoring”");
  await fixture.there.dashboards.create({ name: `Overview ${name}`, tiles: [] });
  for (const words of [`overview ${name}`, `"Overview ${name}"`])
    expect((await fixture.db(`show ${words}`)).text).toContain(`*Overview ${name}*`);
});

test("many dashboards have pages, and a select of as many as fit", async () => {
  const fixture = await emptied(await dashboardsFixture(redis.client, "stand-alone"));
  for (let count = 1; count <= 120; count += 1)
    await fixture.there.dashboards.create({ name: `Board ${count}`, tiles: [], tags: ["x".repeat(30)] });
  const first = await fixture.db("");
  expect(first.text).toContain("*120 dashboards*");
  expect(first.text).toContain("showing 1 to 10.");
  const { More: next = "" } = buttonsOf(first);
  const second = await fixture.db(next);
  expect(second.text).toContain("*Board 11*");
  expect(linesOf(buttonsOf(second))).toMatchObject({ Back: expect.stringContaining(" page 1") });
  const [choices = []] = choicesOf(second, "static_select");
  expect(choices.length).toBeGreaterThan(50);
  expect(JSON.stringify(second.blocks)).toContain(`"Show one of the first ${choices.length}…"`);
  const few = JSON.stringify((await fixture.db("find 11")).blocks);
  expect(few).toContain('"Show a dashboard…"');
  const [, eleventh = ""] = choices.map((choice) => commandOf(choice));
  expect((await fixture.db(eleventh)).text).toContain("*Board 2*");
  const found = await fixture.db("find board");
  const { More: more = "" } = buttonsOf(found);
  expect((await fixture.db(more)).text).toContain("*Board 11*");
});

test("unreadable dashboards are omitted from the list, and counted", async () => {
  const fixture = await dashboardsFixture(redis.client, "managed");
  const odd = [
    { id: "odd1", name: "Odd", tiles: "none" },
    { id: "odd2", name: "Odd", tags: ["a", null] },
    { id: "odd3", name: { en: "Odd" } },
    null,
  ];
  const list = (items: unknown[]) => {
    const body = { result: items };
    const match = { pathPattern: "/*/dashboards" };
    return control(fixture.cloud, "/faults", [{ kind: "status", status: 200, body, match }]);
  };
  const { target } = fixture;
  await list([odd[0], { id: "d1", name: "Shop", tiles: [] }, ...odd.slice(1)]);
  const told =
    "I couldn't read 4 dashboards: the server sent them in a format I don't know. Ids: `odd1`, `odd2` and `odd3`.";
  const reply = await fixture.db("");
  expect(reply.text).toBe(
    `*1 dashboard* in *${target.name}*, by name.\n*Shop*\n0 tiles · no alert rules\n${told}`,
  );
  expect(renderedText(reply.blocks)).toContain(told.replaceAll("`", ""));
  await fetch(`${fixture.cloud.controlUrl}/faults`, { method: "DELETE" });
  await list(odd.slice(0, 1));
  const one = "I couldn't read 1 dashboard: the server sent it in a format I don't know. Id: `odd1`.";
  expect((await fixture.db("")).text).toBe(`I can't show any dashboard in *${target.name}*. ${one}`);
  expect((await fixture.db("find odd")).text).toContain(one);
});

test("an empty list says what to do", async () => {
  const fixture = await emptied(await dashboardsFixture(redis.client, "stand-alone"));
  const { text, blocks } = await fixture.db("");
  expect(text).toContain("has no dashboards yet.");
  const word = fixture.target.serviceId ?? fixture.target.connection;
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(runs("dashboards_create", { service: word })));
  const { opens, given } = await fixture.opens("create");
  expect([opens.name, given]).toMatchObject(["create-dashboard", { target: { name: fixture.target.name } }]);
});

test("a dashboard is a list of its tiles: name, what each shows, its filter, its alerts, and a link", async () => {
  const fixture = await dashboardsFixture(redis.client, "stand-alone");
  const { id, tiles = [] } = await fixture.there.dashboards.create({
    name: "Shop",
    tags: ["shop"],
    tiles: [
      { name: "Errors", x: 0, y: 0, w: 12, h: 3, series: [errorSeries] },
      {
        name: "All",
        x: 12,
        y: 0,
        w: 1,
        h: 1,
        series: [{ ...errorSeries, type: "number", where: "", groupBy: undefined }],
      },
      { name: "Odd", series: [{ type: "flame_graph" }] },
    ],
  });
  await fixture.there.alerts.create({
    dashboardId: id,
    tileId: tiles?.[0]?.id ?? "",
    threshold: 5,
    interval: "5m",
    source: "tile",
    thresholdType: "above",
    channel: { type: "webhook", webhookId: "w1" },
    name: "Too many",
    message: "Look at the logs",
  });
  const page = `${fixture.cloud.standalone.appUrl}/dashboards/${id}`;
  const reply = await fixture.db(`show ${id}`);
  expect(reply.text).toBe(
    [
      "*Shop*",
      `In *${fixture.target.name}* · 3 tiles · 1 alert rule · \`shop\``,
      `*1. <${page}?highlightedTileId=${tiles?.[0]?.id}|Errors>* · line chart`,
      "count of `level:error`, by `host`",
      ":large_orange_circle: Active: Too many",
      `*2. <${page}?highlightedTileId=${tiles?.[1]?.id}|All>* · number`,
      "count of everything",
      `*3. <${page}?highlightedTileId=${tiles?.[2]?.id}|Odd>* · flame graph`,
    ].join("\n"),
  );
  const [menu = []] = choicesOf(reply, "overflow");
  const [tile, service] = [tiles?.[0]?.id, fixture.target.serviceId ?? fixture.target.name];
  expect(menu.map((choice) => lineOfButton(commandOf(choice)))).toEqual([
    `dashboards change-tile ${id} ${tile} "${service}"`,
    `alerts create "${service}" on-dashboard ${id} on-tile ${tile}`,
    `dashboards remove-tile ${id} ${tile} "${service}"`,
  ]);
  const links = reply.blocks.flatMap((block) =>
    block.type === "actions" ? block.elements.flatMap((one) => ("url" in one ? [one.url] : [])) : [],
  );
  expect(links).toEqual([page]);
});

test("a dashboard of an unknown console has no links, and without tiles says how to start", async () => {
  const fixture = await dashboardsFixture(redis.client, "managed");
  const [first] = await fixture.there.dashboards.list();
  const reply = await fixture.db(`show ${first?.id}`);
  expect(reply.text).toContain("*7. What to do* · text");
  expect(JSON.stringify(reply.blocks)).not.toContain('"url"');
  const { id } = await fixture.there.dashboards.create({ name: "Empty", tiles: [] });
  expect((await fixture.db(`show ${id}`)).text).toContain("“Add tile” adds the first one.");
});

test("200 tiles are shown in pages that Slack takes", async () => {
  const fixture = await dashboardsFixture(redis.client, "stand-alone");
  const tiles = Array.from({ length: 200 }, (_, index) => ({
    name: `${index + 1} ${"long ".repeat(40)}`,
    x: 0,
    y: index,
    w: 24,
    h: 1,
    series: Array.from({ length: 3 }, () => ({ ...errorSeries, where: "a:b ".repeat(50) })),
  }));
  const { id } = await fixture.there.dashboards.create({ name: "Huge", tiles, tags: [] });
  const seen = new Set<string>();
  for (let words = `show ${id}`; words !== "";) {
    const reply = await fixture.db(words);
    for (const [, number = ""] of reply.text.matchAll(/^\*(\d+)\. /gm)) seen.add(number);
    expect(renderedText(reply.blocks)).not.toContain("did not fit");
    words = buttonsOf(reply)["More tiles"] ?? "";
  }
  expect(seen.size).toBe(200);
});

test("names from the server are shown as plain text", async () => {
  const fixture = await emptied(await dashboardsFixture(redis.client, "managed"));
  const hostile = "<!channel> *a* `b` <https://evil.example|x> \u202e {choice} $&";
  const { id } = await fixture.there.dashboards.create({
    name: hostile,
    tags: [hostile],
    tiles: [
      { name: hostile, series: [{ type: hostile, where: hostile, aggFn: hostile, groupBy: [hostile] }] },
    ],
  });
  for (const { text, blocks } of [await fixture.db(""), await fixture.db(`show ${id}`)]) {
    const whole = `${text}\n${JSON.stringify(blocks)}`;
    // A header is plain text, so markup has no effect in it.
    const mrkdwn = JSON.stringify(blocks.filter(({ type }) => type !== "header"));
    expect(`${text}${mrkdwn}`).not.toMatch(/<!channel>|<https:\/\/evil/);
    expect(whole).not.toContain("\u202e");
  }
});

test("a dashboard with an id that does not fit a button is listed and shown without buttons", () => {
  const target = { name: "orders prod", connection: "default", serviceId: "s1" };
  const said = { target, alerts: [], console: undefined, now: new Date(0) };
  const replies = (id: string) => {
    const dashboard = { id, name: "Odd", tiles: [{ id: "t1", name: "Errors", series: [errorSeries] }] };
    const listed = {
      target,
      dashboards: [dashboard],
      unreadable: { dashboards: [], alerts: [] },
      alerts: [],
    };
    return [dashboardList(listed, {}), dashboardDetails({ ...said, dashboard }, {})];
  };
  for (const { text, blocks } of replies("a b")) {
    expect(text).toContain("*Odd*");
    expect(JSON.stringify(blocks)).not.toMatch(/"accessory"|"actions"/);
  }
  for (const { blocks } of replies("a1")) expect(JSON.stringify(blocks)).toMatch(/"accessory"/);
});

test("a missing dashboard, or one without an id, is answered with what to do", async () => {
  const fixture = await emptied(await dashboardsFixture(redis.client, "managed"));
  const reply = await fixture.db("show nothing-there").catch((error: unknown) => error);
  expect(reply).toMatchObject({
    kind: "missing",
    message: expect.stringContaining(texts.unknownName("nothing-there", "orders prod")),
  });
  expect(await fixture.refusal("show")).toContain("Add the dashboard id");
  expect(await fixture.refusal(`change-tile ${"x".repeat(80)} t`)).toContain("Add the dashboard and tile id");
});

test("if there are several targets, the choice of one continues the command", async () => {
  const { context } = await observedFixture(redis.client, "managed");
  const asker = { workspaceId: "T1", userId: "U1", channelId: "C9" };
  for (const [words, line] of [
    ["", ""],
    ["find a b", 'find "a b"'],
    ["show 1a", 'show "1a"'],
    ["change-tile 1a 2b", "change-tile 1a 2b"],
  ] as const) {
    const reading = dashboards.read(words);
    if ("problem" in reading) throw new Error(reading.problem);
    const reply = said(await drawn(await reading.run(context, asker, { progress: async () => {} })));
    const [options = []] = choicesOf(reply, "static_select");
    const command = commandOf(options[1] ?? { action_id: "" });
    expect(lineOfButton(command)).toBe(["dashboards", line, '"observability"'].filter(Boolean).join(" "));
  }
});

test.each(["list", "find", "7"])(
  "a target called “%s” can be chosen among several, and typed",
  async (name) => {
    const { context } = await observedFixture(redis.client, "stand-alone");
    const known = await context.connections.list();
    await Promise.all(
      known
        .filter(({ kind }) => kind === "standalone")
        .map((connection) => context.connections.save({ ...connection, name })),
    );
    const named = { ...context, cloudOf: () => context.cloudOf("observability") };
    const asker = { workspaceId: "T1", userId: "U1", channelId: "C9" };
    for (const words of ["dashboards list", "alerts list", "sources"]) {
      const answer = async (typed: string) => {
        const reading = product.readCommand(typed);
        if (!("run" in reading)) throw new Error("This isn't a command.");
        return said(await drawn(await reading.run(named, asker, { progress: async () => {} })));
      };
      const [options = []] = choicesOf(await answer(words), "static_select");
      const commands = options.map((choice) => commandOf(choice));
      const chosen = commands.find((command) => command.includes(`:"${name}"`)) ?? "";
      for (const typed of [chosen, `${words} ${name}`])
        expect((await answer(typed)).text).toMatch(new RegExp(`\\*${name}\\*`));
    }
  },
);

test("a service with only the documented operations shows its list, and single dashboards from it", async () => {
  const fixture = await dashboardsFixture(redis.client, "managed");
  const [first] = await fixture.there.dashboards.list();
  await control(fixture.cloud, "/observability", { offers: "documented" });
  expect((await fixture.db("")).text).toContain("*API Monitoring*\n7 tiles · `api`");
  expect((await fixture.db(`show ${first?.id}`)).text).toContain("7 tiles · `api`");
});

test("a stand-alone server with only the documented operations says what it does not offer", async () => {
  const fixture = await dashboardsFixture(redis.client, "stand-alone");
  await control(fixture.cloud, "/observability", { offers: "documented" });
  expect(await fixture.refusal("")).toContain("This server doesn't offer listing dashboards");
  expect(await fixture.refusal("show a1")).toContain("This server doesn't offer reading a dashboard");
});
