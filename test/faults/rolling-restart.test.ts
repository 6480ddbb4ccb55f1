import { Agent, type IncomingMessage, createServer, request } from "node:http";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { freePort } from "../../src/sandbox/ports.ts";
import type { SandboxSlack } from "../../src/sandbox/slack/server.ts";
import { startAppProcess } from "../support/app-process.ts";
import { type KnownHook, putHook } from "../support/hook.ts";
import { listening } from "../support/listening.ts";
import { startRoundRobin } from "../support/round-robin.ts";
import { newTriggerId, signedHeaders } from "../support/signed-request.ts";
import { amount } from "../support/soak.ts";
import { until } from "../support/until.ts";
import { messagesIn } from "./alert-channel.ts";
import { at } from "./alert-environment.ts";
import { startSandbox } from "./replicas.ts";

const replicas = 3;
const replacements = amount({ usual: 1, soak: 4 });
const [alertsPerSecond, commandsPerSecond, alertsOfHook] = [200, 5, 5];

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
  const hooks = await Promise.all(
    slack.channels.map(async ({ id, name }) => {
      await inviteTo(slack, name);
      return putHook(sandbox.redisUrl, slack.teamId, { channelId: id });
    }),
  );
  const apps = await Promise.all(
    ports.map((port) => startAppProcess({ ...environment, PORT: String(port) })),
  );
  try {
    await using load = await startRollingLoad(proxy.url, slack, hooks);
    for (let round = 0; round < 2 * replacements; round += 1) {
      for (const [index, port] of ports.entries()) {
        expect(await apps[index]?.end("SIGTERM")).toBe(0);
        apps[index] = await startAppProcess({ ...environment, PORT: String(port) });
      }
    }
    const { sent, failures } = await load.stop();
    await until(async () => load.answered() === sent.commands);
    expect({ failures, unserved: proxy.unserved() }).toEqual({ failures: [], unserved: 0 });

    const client = new Redis(sandbox.redisUrl);
    const kept = createStore(client).workspace(slack.teamId);
    await until(async () => (await kept.alertAccount())?.waiting === 0);
    const ids = await Promise.all(hooks.map(({ hook }) => kept.incidents.open(hook.id)));
    const incidents = await kept.incidents.many(ids.flat());
    const messages = await Promise.all(slack.channels.map(({ id }) => messagesIn(slack, id)));
    await client.quit();
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
}, 600_000);

/** Makes the app a member, so it may read what it posted. */
async function inviteTo(slack: SandboxSlack, channel: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ channel, hasApp: true });
  const response = await fetch(`${slack.url}/page/channel`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
}

/** Sends alerts and commands at a steady pace over kept connections, each once, and counts what fails. */
async function startRollingLoad(url: string, slack: SandboxSlack, hooks: readonly KnownHook[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const failures: string[] = [];
  const running = new Set<Promise<void>>();
  const sent = { alerts: 0, commands: 0 };
  let answered = 0;
  const responses = createServer((incoming, response) => {
    answered += 1;
    incoming.resume();
    response.end("ok");
  });
  const answers = await listening(responses);

  async function counted(path: string, headers: Record<string, string>, body: string): Promise<void> {
    const outcome = await post(`${url}${path}`, agent, headers, body);
    if (outcome !== "200" && outcome !== "202") failures.push(`${path}: ${outcome}`);
  }

  function send(path: string, headers: Record<string, string>, body: string): void {
    const work = counted(path, headers, body).finally(() => running.delete(work));
    running.add(work);
  }

  function sendAlert(): void {
    const number = (sent.alerts += 1);
    const { hook, secret } = at(hooks, number);
    const title = `rolling ${Math.floor(number / hooks.length) % alertsOfHook}`;
    const proof = { authorization: `Bearer ${secret}`, "idempotency-key": `rolling ${number}` };
    send(
      `/hooks/${hook.id}`,
      proof,
      JSON.stringify({ eventId: title, state: "ALERT", title, body: "again" }),
    );
  }

  function sendCommand(): void {
    sent.commands += 1;
    const body = new URLSearchParams({
      command: "/db",
      text: "alerts",
      team_id: slack.teamId,
      channel_id: at(slack.channels, 0).id,
      user_id: at(slack.users, 0).id,
      trigger_id: newTriggerId(),
      response_url: `${answers.url}/commands/rolling`,
    }).toString();
    send("/slack/events", signedHeaders(slack.signingSecret, body), body);
  }

  const timers = [
    setInterval(sendAlert, 1_000 / alertsPerSecond),
    setInterval(sendCommand, 1_000 / commandsPerSecond),
  ];
  const end = () => timers.forEach((timer) => clearInterval(timer));
  return {
    answered: () => answered,
    async stop() {
      end();
      await Promise.all(running);
      return { sent, failures };
    },
    async [Symbol.asyncDispose]() {
      end();
      agent.destroy();
      await answers.close();
    },
  };
}

/** The status of a response, or why there is none. */
function post(url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const length = { "content-length": String(Buffer.byteLength(body)) };
  const sending = request(url, { method: "POST", agent, headers: { ...headers, ...length } });
  sending.on("response", (response: IncomingMessage) => {
    response.resume();
    response.on("end", () => resolve(String(response.statusCode)));
    response.on("error", (error) => resolve(error.message));
  });
  sending.on("error", (error) => resolve(error.message));
  sending.end(body);
  return promise;
}
