import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createStore } from "../../src/app/store.ts";
import { minuteMs } from "../../src/lib/duration.ts";
import { dataVersions } from "../../src/platform/redis/schema.ts";
import { answerTo } from "../support/answer-to.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { observedEnvironment } from "../support/observed-environment.ts";
import { shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { dumpLines, goldenHookSecret, goldenKeys, goldenViews, goldens, loadGolden } from "./dump.ts";

const released = await goldens();

test("the last release can read what this version writes, and this version what the last one wrote", () => {
  const last = released.at(-1);
  if (!last) throw new Error("There is no dump of a release.");
  expect(dataVersions.readableFrom).toBeLessThanOrEqual(last.data.reads);
  expect(dataVersions.reads).toBeGreaterThanOrEqual(last.data.readableFrom);
});

const withoutTimes = (some: readonly string[]) =>
  some.map((line) => line.replace(/"expiresAtMs":\d+/, "")).filter((line) => !line.startsWith('{"head"'));

describe.each(released)("the data of $version", (golden) => {
  const { at, lines } = golden;
  const environment = useTestEnvironment({
    startsAt: at,
    environment: ({ standalone }) => ({
      ENCRYPTION_KEYS: goldenKeys,
      ...observedEnvironment({ standalone }),
    }),
  });
  let client: Redis;
  afterAll(() => client.quit());

  async function load(): Promise<string[]> {
    client ??= new Redis(environment.redisUrl);
    await environment.app.end("SIGTERM");
    await client.flushall();
    return loadGolden(client, golden);
  }

  test("comes back from Redis as it was, but for moments", async () => {
    const given = await load();
    expect(withoutTimes(await dumpLines(client, new Date(at)))).toEqual(withoutTimes(given));
  });

  /** What Ada sees in every view, without the one moment that moves on: when a connection was last used. */
  async function views(): Promise<Record<string, string>> {
    const { ada } = environment;
    const seen: Record<string, string> = {};
    for (const [command, answer] of goldenViews)
      seen[command] = shownText(await answerTo(ada, command, answer));
    const before = (await ada.world()).home?.hash;
    await ada.home();
    seen["Home"] = shownText(await ada.waitForHome(({ hash }) => hash !== before));
    const lastUsed = /(?<=when last used, )<!date[^>]*>/g;
    return Object.fromEntries(
      Object.entries(seen).map(([name, text]) => [name, text.replaceAll(lastUsed, "")]),
    );
  }

  /** The errors in the log of the app as it runs now. */
  const problems = () =>
    environment.app
      .output()
      .split("\n")
      .filter((line) => /"level":(?:50|60)(?!.*Redis doesn't answer)|Can't read/.test(line));

  test("is opened: every view is drawn, and waiting work goes on", async () => {
    const { ada, slack } = environment;
    await load();
    // The storm's summary is due, and its end. Its message is in another Slack, so it is posted again, with another link.
    environment.passTime(2 * minuteMs);
    await environment.restartApp();
    await ada.waitForMessage("databases", "*waits* is running");
    const { outboxes } = createStore(client).workspace(slack.teamId);
    await until(async () => (await outboxes.outbox("C0ALERTS01").view(0)).dueMs === undefined);
    expect((await views())["Home"]).toContain("orders prod");
    expect(problems()).toEqual([]);

    await answerTo(ada, "/db admin doctor", "Redis");
    for (const title of ["checkout is slow", "news"]) {
      const response = await fetch(`${environment.app.url}/hooks/${goldenHookId(lines)}`, {
        method: "POST",
        headers: { authorization: `Bearer ${goldenHookSecret}` },
        body: JSON.stringify({ eventId: title, state: "ALERT", title, body: "Again" }),
      });
      expect(response.status).toBe(202);
    }
    await ada.waitForMessage("alerts", "news");
    expect(problems()).toEqual([]);
  });
});

const Hooks = z.object({
  entry: z.object({ key: z.string(), rows: z.array(z.tuple([z.string(), z.string()])) }),
});

/** The id of the hook with the known secret. */
function goldenHookId(lines: readonly string[]): string {
  const { entry } = Hooks.parse(JSON.parse(lines.find((line) => line.includes(':hooks"')) ?? ""));
  const found = entry.rows.find(([, record]) => record.includes('"name":"golden"'));
  if (!found) throw new Error("The dump has no hook named golden.");
  return found[0];
}
