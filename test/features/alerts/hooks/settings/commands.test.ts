import { expect, test } from "vitest";
import { keys } from "../../../../../src/platform/redis/keys.ts";
import { hookWith } from "../../routing/given.ts";
import * as texts from "../../../../../src/features/alerts/hooks/settings/texts.ts";
import { useRedis } from "../../../../support/redis.ts";
import { buttonsOf, hookFixture } from "../fixture.ts";

const redis = useRedis();
const long = (n: number) => `${n} `.padEnd(200, "&");
const manyRules = Array.from({ length: 50 }, (_, n) => ({ title: long(n), group: long(n), channelId: "C2" }));

test("settings are exported as YAML to copy", async () => {
  const fixture = hookFixture(redis.client);
  await fixture.context.hooks.add(hookWith([{ title: "a <!channel> & b", mute: true }]));
  const answer = await fixture.db("export checkout");
  expect(answer.text).toBe(`${texts.exported("*checkout*")} ${texts.exportHint}`);
  expect(JSON.stringify(answer.blocks)).toContain("- title: a <!channel> & b\\n    mute: true");
  expect(buttonsOf(answer)).toEqual({ Import: 'alerts hooks import "T1-a"' });
});

test("settings that are too long for a message come as a file in direct messages", async () => {
  const fixture = hookFixture(redis.client);
  const shared: { name: string; text: string; to: string }[] = [];
  Object.assign(fixture.context.messenger, {
    post: async (channelId: string) => ({ channelId: `D-${channelId}`, ts: "1" }),
    share: async ({ name, bytes }: { name: string; bytes: Buffer }, { channelId }: { channelId: string }) =>
      void shared.push({ name, text: bytes.toString(), to: channelId }),
  });
  await fixture.context.hooks.add(hookWith(manyRules));
  expect((await fixture.db("export checkout")).text).toBe(texts.exportedToDirect("*checkout*"));
  expect(shared).toMatchObject([{ name: "checkout.yaml", to: "D-U1" }]);
  expect(shared[0]?.text.match(/ {2}- title/g)).toHaveLength(50);
});

test("answers about many long rules fit into messages", async () => {
  const fixture = hookFixture(redis.client);
  Object.assign(fixture.context.messenger, { timeZoneOf: async () => undefined });
  await fixture.context.hooks.add(hookWith(manyRules));
  const log = manyRules.map(({ title, group }) => ({
    receivedAtMs: fixture.context.now().getTime(),
    event: { sender: "structured", key: title, title, alertName: title, group, state: "firing" },
    channelId: "C1",
    isMuted: false,
  }));
  await redis.client.rpush(keys.eventLog("T1", "T1-a"), ...log.map((logged) => JSON.stringify(logged)));
  const page = await fixture.db("rules checkout");
  expect(page.text).toContain("*50 rules* of *checkout*, 1 to 3.");
  expect(buttonsOf(page)).toMatchObject({ More: 'alerts hooks rules "T1-a" page 2' });
  expect((await fixture.db("replay checkout")).text).toContain("*50 events* of *checkout*");
  expect((await fixture.db("try checkout")).text).toContain("Rule 50 decides.");
  expect((await fixture.db('test checkout title "x"')).text).toContain("No rule fits");
});

test("a hook observes a stand-alone server by its connection alone", async () => {
  const fixture = hookFixture(redis.client);
  await fixture.context.hooks.add(hookWith([]));
  await fixture.context.connections.save({
    name: "observability",
    kind: "standalone",
    appUrl: "https://observe.example.com",
    tokenRef: "env:OBSERVABILITY_TOKEN",
    wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
  });
  expect((await fixture.db("observe checkout Observability")).text).toContain(
    "come from the observability server of the connection `observability`",
  );
  expect((await fixture.context.hooks.find("T1-a"))?.observes).toEqual({ connection: "observability" });
});
