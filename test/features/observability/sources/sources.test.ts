import { product } from "../../../../src/app/features.ts";
import { expect, test } from "vitest";
import { sourceId } from "../../../../src/platform/cloud/observability/source.ts";
import { sourceChoices } from "../../../../src/features/observability/tiles/series.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import { sourcesReply } from "../../../../src/features/observability/sources/command.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { control } from "../../../support/asking.ts";
import { useRedis } from "../../../support/redis.ts";
import { type ObservedFixture, deployments, observedFixture } from "../fixture.ts";
import { said } from "../../../support/said.ts";
import { drawn } from "../../../support/drawn.ts";
import { lineOfButton } from "../../../support/pressed.ts";

const redis = useRedis();
const target = { name: "orders prod", connection: "default", serviceId: "s1" };
const asker = { workspaceId: "T1", userId: "U1", channelId: "C1" };

/** The text of the valid answer to `/db <text>`. */
async function typed(text: string, { context }: ObservedFixture): Promise<string> {
  const read = product.readCommand(text);
  if (!("run" in read)) throw new Error("This isn't a command.");
  const answer = said(await drawn(await read.run(context, asker, { progress: async () => {} })));
  expect(validateMessage(answer)).toBeNull();
  return answer.text;
}

test.each(deployments)(
  "%s: the sources of a target are listed by name, with their fields from the server",
  async (deployment) => {
    const fixture = await observedFixture(redis.client, deployment);
    const [said, ...lines] = (await typed(`sources in full ${fixture.target.name}`, fixture)).split("\n");
    expect(said).toBe(`*${fixture.target.name}* has 5 data sources.`);
    expect(lines.filter((line) => !line.startsWith("•"))).toEqual([
      "*Audit trail*",
      "*Logs* · log",
      "*Metrics* · metric",
      "*Traces* · trace",
      "*Unnamed source* · session",
    ]);
    expect(lines).toContain("• from: databaseName `default`, tableName `logs`");
    expect(lines).toContain("• traceSourceId: Traces");
    expect(lines).toContain("• disabled: no");
    const [first] = await observabilityClientOf(fixture.target, fixture.context).sources.list();
    expect(lines).toContain(`• id: \`${first && sourceId(first)}\``);
  },
);

test("a source takes two lines, without ids, until all fields are wanted", async () => {
  const fixture = await observedFixture(redis.client, "stand-alone");
  expect((await typed(`sources ${fixture.target.name}`, fixture)).split("\n")).toEqual([
    `*${fixture.target.name}* has 5 data sources.`,
    "*Audit trail*",
    "`default.audit`, time in `At`",
    "*Logs* · log",
    "`default.logs`, time in `TimestampTime`",
    "*Metrics* · metric",
    "from: databaseName `default` · metricTables: gauge `metrics_gauge`, sum `metrics_sum`, histogram `metrics_histogram`",
    "*Traces* · trace",
    "`default.traces`, time in `Timestamp`",
    "*Unnamed source* · session",
    "`default.sessions`, time in `Timestamp`",
  ]);
});

test("if the server has no list, the answer says so", async () => {
  const fixture = await observedFixture(redis.client, "managed");
  const offers = await fetch(`${fixture.cloud.controlUrl}/observability`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offers: "documented" }),
  });
  expect(offers.ok).toBe(true);
  await expect(typed(`sources ${fixture.target.name}`, fixture)).rejects.toThrow(
    "This server doesn't offer listing sources.",
  );
});

test("any records are listed with their values, and other entries are counted as unreadable", async () => {
  const fixture = await observedFixture(redis.client, "stand-alone");
  const odd = [{ id: 17, name: "Logs", port: 17 }, { id: null, name: { en: "Spans" } }, "metrics", null, []];
  const body = { data: odd };
  await control(fixture.cloud, "/faults", [
    { kind: "status", status: 200, body, match: { pathPattern: "/*/sources" } },
  ]);
  expect((await typed(`sources in full ${fixture.target.name}`, fixture)).split("\n")).toEqual([
    `*${fixture.target.name}* has 2 data sources.`,
    "I couldn't read 3 data sources: the server sent them in a format I don't know.",
    "*Logs*",
    "• port: `17`",
    "• id: `17`",
    "*Unnamed source*",
    "• name: en `Spans`",
  ]);
  const sources = await observabilityClientOf(fixture.target, fixture.context).sources.list();
  const facts = { target: fixture.target, dashboardId: "d1", sources };
  expect(sourceChoices(facts, undefined)).toEqual([
    { value: "events", text: "Events" },
    { value: "17", text: "Logs" },
  ]);
});

test("if there are several targets and none is named, the answer asks which one", async () => {
  const fixture = await observedFixture(redis.client, "managed");
  expect(await typed("sources", fixture)).toContain("Which service?");
  expect(await typed("sources from 2", fixture)).toContain("Which service?");
  await expect(typed("sources nowhere", fixture)).rejects.toThrow("I don't know a service");
});

test("possible secrets are hidden, empty values are omitted, and long or deep values are cut", () => {
  const { text } = sourcesReply(
    target,
    [
      {
        name: "Logs",
        type: "log",
        apiKey: "k-123",
        Headers: { "x-team": "shop" },
        access_token: "t-123",
        from: { table: "logs", password: "p-123", deep: { a: 1, b: 2 }, none: null },
        address: "https://ada:p-123@db.example.com/?token=t-123&a=1",
        empty: {},
        nothing: null,
        note: "x".repeat(500),
        tags: ["a", "b", 3, true],
        settings: [{ setting: "max_threads", secretValue: "s-123" }],
        rows: [{ a: 1 }, { a: 2 }],
        last: 1,
        more: 2,
      },
    ],
    { inFull: true },
  );
  expect(text.split("\n").slice(1)).toEqual([
    "*Logs* · log",
    "• apiKey: hidden",
    "• Headers: hidden",
    "• access_token: hidden",
    "• from: table `logs`, password hidden, deep 2 fields",
    "• address: `https://hidden@db.example.com/?token=hidden&amp;a=1`",
    `• note: \`${"x".repeat(99)}…\``,
    "• tags: `a`, `b`, `3`, yes",
    "• settings: setting `max_threads`, secretValue hidden",
    "• rows: 2 items",
    "• last: `1`",
    "• and 1 more field",
  ]);
  expect(text).not.toMatch(/[kpst]-123/);
});

test("many sources have pages, and a number beyond the last page shows the last one", () => {
  const many = Array.from({ length: 19 }, (_, index) => ({ id: `id${index}`, name: `Source ${index + 1}` }));
  const page = (number: number) => {
    const reply = sourcesReply(target, many, { page: number, inFull: true });
    const elements = reply.blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
    const lines = elements.map((each) => ("value" in each ? lineOfButton(each.value) : ""));
    return [reply.text.split("\n")[0], ...lines];
  };
  expect(page(1)).toEqual([
    "*orders prod* has 19 data sources; showing 1 to 8.",
    'dashboards sources in full "s1" page 2',
    'dashboards sources "s1" page 1',
  ]);
  expect(page(2)).toEqual([
    "*orders prod* has 19 data sources; showing 9 to 16.",
    'dashboards sources in full "s1" page 1',
    'dashboards sources in full "s1" page 3',
    'dashboards sources "s1" page 1',
  ]);
  expect(page(999)[0]).toBe("*orders prod* has 19 data sources; showing 17 to 19.");
  expect(sourcesReply(target, [], { inFull: false }).text).toContain("has no data sources yet");
});

const hostilePages = hostileNames.flatMap((name) => [[name, false] as const, [name, true] as const]);

test.each(hostilePages)("%j is shown as plain text, and a page of it fits, in full: %s", (name, inFull) => {
  const record = { id: name, name, kind: name, [name]: name, inner: { [name]: name }, list: [name, name] };
  const reply = sourcesReply(
    { ...target, name },
    Array.from({ length: 30 }, () => record),
    { inFull },
  );
  expect(validateMessage(reply)).toBeNull();
  expect(reply.text).not.toMatch(/<[!@#h]/);
  expect(JSON.stringify(reply.blocks)).not.toContain("did not fit");
});
