import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { dataVersions } from "../../src/platform/redis/schema.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { observedEnvironment } from "../support/observed-environment.ts";
import { shownText } from "../support/slack-person.ts";
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

  test("is opened: every view is drawn, waiting work goes on, and the log has no error", async () => {
    await load();
    await environment.restartApp();
    const { ada } = environment;
    await ada.waitForMessage("databases", "*waits* is running");
    for (const [command, answer] of views) {
      await ada.command("databases", command);
      await ada.waitForMessage("databases", answer);
    }
    await ada.home();
    expect(shownText(await ada.waitForHome())).toContain("orders prod");
    for (const title of ["checkout is slow", "news"]) {
      const response = await fetch(`${environment.app.url}/hooks/${goldenHookId(lines)}`, {
        method: "POST",
        headers: { authorization: `Bearer ${goldenHookSecret}` },
        body: JSON.stringify({ eventId: title, state: "ALERT", title, body: "Again" }),
      });
      expect(response.status).toBe(202);
    }
    await ada.waitForMessage("alerts", "news");
    const problems = environment.app
      .output()
      .split("\n")
      .filter((line) => /"level":(?:50|60)|Can't read/.test(line));
    expect(problems).toEqual([]);
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

const views = [
  ["/db services", /orders prod[^]*golden|golden[^]*orders prod/],
  ...goldenViews,
  ["/db admin doctor", /Redis/],
] as const;
