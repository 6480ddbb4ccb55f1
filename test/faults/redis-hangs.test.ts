import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { submitFilled } from "../support/create-walk.ts";
import { hasRedisServer, startRedisOf } from "../support/redis-kinds/start.ts";
import { person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { type AlertEnvironment, startAlertEnvironment } from "./alert-environment.ts";
import { type TitledAlerts, sendTitled, shownTwice } from "./titled-alerts.ts";

const settings = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1", CLOUD_REQUESTS_PER_10_SECONDS: "3000" };

/** Longer than a connection waits for an answer. */
const hangsMs = 8_000;

test.skipIf(!hasRedisServer()).each(["single", "sentinel"] as const)(
  "while the primary of a %s hangs, alerts are refused and not lost, and everything works again afterwards",
  async (kind) => {
    await using redis = await startRedisOf(kind);
    await using replicas = await startAlertEnvironment({
      channels: ["databases"],
      environment: settings,
      redis,
    });
    replicas.slack.setAppUrl(replicas.address(0));
    await using ada = person(replicas.slack, "Ada Park");
    const over = new AbortController();
    const sent: TitledAlerts = { titles: [], answers: [] };
    const created: string[] = [];
    const create = async (name: string) => {
      created.push(name);
      await submitFilled(ada, name);
      await ada.waitForMessage("databases", `*${name}* is running`);
    };

    const sending = [1, 2].map(() => sendTitled(replicas, sent, over.signal));
    await until(async () => sent.answers.includes(202));
    const goOn = await redis.hangPrimary();
    await untilAll(replicas, "/readyz", 503);
    await untilAll(replicas, "/healthz", 200);
    if (kind === "single") {
      await sleep(hangsMs);
      await goOn();
    } else {
      await redis.failedOver();
    }
    await untilAll(replicas, "/readyz", 200);
    const before = sent.answers.length;
    await until(async () => sent.answers.slice(before).includes(202));
    await create("orders");
    if (kind === "sentinel") {
      // The former primary becomes a replica. No part of the app may still talk to it.
      await goOn();
      await create("payments");
    }
    over.abort();
    await Promise.all(sending);

    expect(new Set(sent.answers)).toEqual(new Set([202, 503]));
    const wanted = [...sent.titles, ...created.map((name) => `*${name}* is running`)];
    expect(await shownTwice(ada, "databases", wanted)).toEqual([]);
    await untilAll(replicas, "/readyz", 200);
  },
);

/** Waits until all replicas answer so. */
async function untilAll({ address }: AlertEnvironment, path: string, status: number): Promise<void> {
  await until(async () => {
    const answers = await Promise.all([0, 1].map((attempt) => fetch(`${address(attempt)}${path}`)));
    return answers.every((answer) => answer.status === status);
  });
}
