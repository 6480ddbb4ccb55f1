import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { submitFilled } from "../support/create-walk.ts";
import { moveSlot } from "../support/redis-kinds/move-slot.ts";
import { hasRedisServer, startRedisOf } from "../support/redis-kinds/start.ts";
import { shownText } from "../support/slack-message.ts";
import { person } from "../support/slack-person.ts";
import { amount } from "../support/soak.ts";
import { at, startAlertEnvironment } from "./alert-environment.ts";

const settings = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1", CLOUD_REQUESTS_PER_10_SECONDS: "3000" };

/** What no part of the app may run into: it would have to do its work again, or would have done half of it. */
const troubles = /TRYAGAIN|Too many Cluster redirections|same slots allocation group|non local key/g;

// So a move takes about a second. After two, requests would fail.
const pace = { steps: 3, pauseMs: 200 };

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
    const { hook, secret } = at(replicas.hooks, 0);
    slack.setAppUrl(replicas.address(0));
    await using ada = person(slack, "Ada Park");
    const over = new AbortController();

    const titles: string[] = [];
    const answers = new Set<number>();
    async function alert(): Promise<void> {
      // Each is as long as the others, so none is a part of another.
      const title = `Alert ${10_000 + titles.length}`;
      titles.push(title);
      const response = await fetch(`${replicas.address(titles.length)}/hooks/${hook.id}`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: JSON.stringify({ title, status: "firing" }),
      });
      answers.add(response.status);
    }
    async function sendAlerts(): Promise<void> {
      for (; !over.signal.aborted; await sleep(20)) await alert();
    }
    async function runCommands(): Promise<void> {
      const commands = ["/db services", "/db alerts", "/db hook"];
      for (; !over.signal.aborted; await sleep(50)) {
        const [command = ""] = commands;
        commands.push(...commands.splice(0, 1));
        await ada.command("general", command);
      }
    }
    const names = Array.from({ length: amount({ usual: 2, soak: 10 }) }, (_, index) => `orders ${index}`);
    async function createServices(): Promise<void> {
      for (const name of names) {
        await submitFilled(ada, name);
        await ada.waitForMessage("databases", `*${name}* is running`);
      }
    }
    async function moveSlots(): Promise<void> {
      const queues = ["ingestion", "outboxes", "creations"].map((queue) => `{qm-jobs:${queue}}`);
      const places = [`qm:{${slack.teamId}}:hooks`, "qm:active-workspaces", ...queues];
      for (let round = 0; round < amount({ usual: 2, soak: 10 }); round += 1)
        for (const place of places) await moveSlot(redis, place, pace);
    }

    const change = Promise.all([moveSlots(), createServices()]).finally(() => over.abort());
    await Promise.all([change, sendAlerts(), sendAlerts(), runCommands()]);

    expect([...answers]).toEqual([202]);
    expect(replicas.output().match(troubles) ?? []).toEqual([]);
    const wanted = [...titles, ...names.map((name) => `*${name}* is running`)];
    await expect
      .poll(async () => {
        const shown = (await ada.messages("databases")).map(shownText);
        return wanted.filter((text) => !shown.some((each) => each.includes(text)));
      })
      .toEqual([]);
    const shown = (await ada.messages("databases")).map(shownText);
    expect(wanted.filter((text) => shown.filter((each) => each.includes(text)).length > 1)).toEqual([]);
    const said = (await ada.messages("general")).map(shownText).join("\n");
    expect(said).toContain("orders 0");
    expect(said).not.toMatch(/failed with the error|can't reach|went wrong/);
  },
);
