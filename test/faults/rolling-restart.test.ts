import { expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { freePort } from "../../src/demo/redis.ts";
import { startAppProcess } from "../support/app-process.ts";
import { startRoundRobin } from "./round-robin.ts";
import { amount } from "../support/soak.ts";
import { until } from "../support/until.ts";
import { messagesIn } from "./alert-channel.ts";
import { at, hookIn } from "./alert-environment.ts";
import { startSandbox } from "./replicas.ts";
import { startRollingLoad } from "./rolling-load.ts";

const replicas = 3;
const replacements = amount({ usual: 1, soak: 4 });
// In the suite, other tests need the processor too.
const alertsPerSecond = amount({ usual: 30, soak: 200 });
const [commandsPerSecond, alertsOfHook] = [5, 5];

test("while every replica is replaced twice behind a plain proxy, no request fails, and no alert is lost or doubled", async () => {
  await using sandbox = await startSandbox({
    DRAIN_SECONDS: "2",
    PERSON_REQUESTS_PER_MINUTE: "9999",
    WORKSPACE_REQUESTS_PER_MINUTE: "9999",
  });
  const { slack, environment } = sandbox;
  const ports = await Promise.all(Array.from({ length: replicas }, freePort));
  await using proxy = await startRoundRobin(ports);
  slack.setAppUrl(proxy.url);
  const hooks = await Promise.all(slack.channels.map(({ name }) => hookIn(name, slack, sandbox.redisServer)));
  const apps = await Promise.all(
    ports.map((port) => startAppProcess({ ...environment, PORT: String(port) })),
  );
  try {
    await using load = await startRollingLoad(proxy.url, slack, {
      alertsPerSecond,
      commandsPerSecond,
      alert(number) {
        const title = `rolling ${Math.floor(number / hooks.length) % alertsOfHook}`;
        const body = JSON.stringify({ eventId: title, state: "ALERT", title, body: "again" });
        return { to: at(hooks, number), body };
      },
    });
    for (let round = 0; round < 2 * replacements; round += 1) {
      for (const [index, port] of ports.entries()) {
        expect(await apps[index]?.end("SIGTERM")).toBe(0);
        apps[index] = await startAppProcess({ ...environment, PORT: String(port) });
      }
    }
    const { sent, failures } = await load.stop();
    await expect
      .poll(async () => ({ failures, unserved: proxy.unserved(), unanswered: await load.unanswered() }))
      .toEqual({ failures: [], unserved: 0, unanswered: [] });

    const kept = createStore(sandbox.redis).workspace(slack.teamId);
    await until(async () => (await kept.alertAccount())?.waiting === 0);
    const ids = await Promise.all(hooks.map(({ hook }) => kept.incidents.open(hook.id)));
    const incidents = await kept.incidents.many(ids.flat());
    const messages = await Promise.all(slack.channels.map(({ id }) => messagesIn(slack, id)));
    process.stdout.write(
      `${sent.alerts} alerts, ${sent.commands} commands, ${2 * replacements * replicas} restarts\n`,
    );
    expect({
      times: incidents.reduce((sum, { times }) => sum + times, 0),
      incidents: incidents.length,
      messages: messages.flat().filter(({ text }) => text.includes("rolling")).length,
    }).toEqual({
      times: sent.alerts,
      incidents: hooks.length * alertsOfHook,
      messages: hooks.length * alertsOfHook,
    });
  } finally {
    await Promise.all(apps.map((app) => app.end("SIGKILL")));
  }
});
