import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { keys } from "../../src/platform/redis/keys.ts";
import { submitFilled } from "../support/create-walk.ts";
import { moveSlot } from "../support/redis-kinds/move-slot.ts";
import { hasRedisServer, startRedisOf } from "../support/redis-kinds/start.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { person } from "../support/slack-person.ts";
import { amount } from "../support/soak.ts";
import { until } from "../support/until.ts";
import { startAlertEnvironment } from "./alert-environment.ts";
import { type TitledAlerts, sendTitled, shownTwice } from "./titled-alerts.ts";

const settings = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1", CLOUD_REQUESTS_PER_10_SECONDS: "3000" };

/** What no part of the app may run into: it would have to do its work again, or would have done half of it. */
const troubles = /TRYAGAIN|Too many Cluster redirections|same slots allocation group|non local key/g;

// A move takes about a second. After two, requests would fail.
const quick = { steps: 3, pauseMs: 200 };
const slow = { steps: 3, pauseMs: 800 };

test.skipIf(!hasRedisServer())(
  "while slots move between masters of a cluster, no request fails, and nothing is lost or done twice",
  async () => {
    await using redis = await startRedisOf("cluster");
    await using replicas = await startAlertEnvironment({
      channels: ["databases"],
      environment: settings,
      redis,
    });
    const { slack } = replicas;
    slack.setAppUrl(replicas.address(0));
    await using ada = person(slack, "Ada Park");
    const over = new AbortController();
    const sent: TitledAlerts = { titles: [], answers: [] };
    const names = Array.from({ length: amount({ usual: 1, soak: 10 }) }, (_, index) => `orders ${index}`);

    async function runCommands(): Promise<void> {
      const commands = ["/db services", "/db alerts", "/db hook"];
      for (; !over.signal.aborted; await sleep(50)) {
        const [command = ""] = commands;
        commands.push(...commands.splice(0, 1));
        await ada.command("general", command);
      }
    }
    async function createServices(): Promise<void> {
      for (const name of names) {
        await submitFilled(ada, name);
        await ada.waitForMessage("databases", `*${name}* is running`);
      }
    }
    async function moveSlots(): Promise<void> {
      const workspace = `qm:{${slack.teamId}}:hooks`;
      const [ingestion, creations] = ["{qm-jobs:ingestion}", "{qm-jobs:creations}"];
      for (let round = 0; round < amount({ usual: 1, soak: 10 }); round += 1)
        for (const key of [workspace, ingestion, creations, workspace, keys.activeWorkspaces()])
          await moveSlot(redis, key, quick);
    }

    const senders = [1, 2].map(() => sendTitled(replicas, sent, over.signal));
    const changes = Promise.all([moveSlots(), createServices()]).finally(() => over.abort());
    await Promise.all([changes, ...senders, runCommands()]);

    expect([...new Set(sent.answers)]).toEqual([202]);
    expect(replicas.output().match(troubles) ?? []).toEqual([]);
    const wanted = [...sent.titles, ...names.map((name) => `*${name}* is running`)];
    expect(await shownTwice(ada, "databases", wanted)).toEqual([]);
    await ada.command("general", "/db services");
    await ada.waitForMessage("general", "orders 0");
    const said = (await ada.messages("general")).map(shownText).join("\n");
    expect(said).not.toMatch(/failed with the error|can't reach|went wrong/);
  },
);

test.skipIf(!hasRedisServer())(
  "while a workspace's slot moves for long, its alerts are refused, and none is lost or shown twice",
  async () => {
    await using redis = await startRedisOf("cluster");
    await using replicas = await startAlertEnvironment({
      channels: ["databases"],
      environment: settings,
      redis,
    });
    await using ada = person(replicas.slack, "Ada Park");
    const over = new AbortController();
    const sent: TitledAlerts = { titles: [], answers: [] };
    const senders = [1, 2].map(() => sendTitled(replicas, sent, over.signal));
    await until(async () => sent.answers.length > 10);
    await moveSlot(redis, `qm:{${replicas.slack.teamId}}:hooks`, slow).finally(() => over.abort());
    await Promise.all(senders);
    expect(new Set(sent.answers)).toEqual(new Set([202, 503]));
    expect(await shownTwice(ada, "databases", sent.titles)).toEqual([]);
  },
);
