import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { submitFilled } from "../support/create-walk.ts";
import { hasRedisServer, startRedisOf } from "../support/redis-kinds/start.ts";
import { shownText } from "../support/slack-message.ts";
import { person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { type AlertEnvironment, at, startAlertEnvironment } from "./alert-environment.ts";

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
    const sent: Sent = { titles: [], answers: [] };
    const create = async (name: string) => {
      await submitFilled(ada, name);
      await ada.waitForMessage("databases", `*${name}* is running`);
    };

    const sending = [1, 2].map(() => sendAlerts(replicas, sent, over.signal));
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
    // The former primary becomes a replica. No part of the app may still talk to it.
    if (kind === "sentinel") await goOn();
    await create("payments");
    over.abort();
    await Promise.all(sending);

    expect(new Set(sent.answers)).toEqual(new Set([202, 503]));
    const wanted = [...sent.titles, "*orders* is running", "*payments* is running"];
    const times = async () => {
      const shown = (await ada.messages("databases")).map(shownText);
      return wanted.map((text) => shown.filter((each) => each.includes(text)).length);
    };
    await expect.poll(async () => (await times()).includes(0)).toBe(false);
    const counts = await times();
    expect(wanted.filter((_, index) => counts[index] !== 1)).toEqual([]);
    await untilAll(replicas, "/readyz", 200);
  },
);

interface Sent {
  titles: string[];
  /** The statuses of all tries. */
  answers: number[];
}

/** Sends one alert after another, each until it is accepted. */
async function sendAlerts(replicas: AlertEnvironment, { titles, answers }: Sent, signal: AbortSignal) {
  const { hook, secret } = at(replicas.hooks, 0);
  for (; !signal.aborted; await sleep(20)) {
    // Each is as long as the others, so none is a part of another.
    const title = `Alert ${10_000 + titles.length}`;
    titles.push(title);
    for (let status = 0, attempt = titles.length; status !== 202; attempt += 1) {
      const response = await fetch(`${replicas.address(attempt)}/hooks/${hook.id}`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "idempotency-key": title },
        body: JSON.stringify({ title, status: "firing" }),
      });
      ({ status } = response);
      answers.push(status);
      if (status !== 202) await sleep(100);
    }
  }
}

/** Waits until all replicas answer so. */
async function untilAll({ address }: AlertEnvironment, path: string, status: number): Promise<void> {
  await until(async () => {
    const answers = await Promise.all([0, 1].map((attempt) => fetch(`${address(attempt)}${path}`)));
    return answers.every((answer) => answer.status === status);
  });
}
