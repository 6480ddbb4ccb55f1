import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort, removeDataOf } from "../../src/demo/redis.ts";
import { type DurableRedis, startDurableRedis } from "../../test/faults/durable-redis.ts";
import { addHooks } from "../alert-hooks.ts";
import { compiledDirectory, isReady, memoryMbOf, processorMsOf } from "../running.ts";
import { type Target, appTarget } from "../targets.ts";
import type { News } from "./alerts.ts";
import type { PeersSlack } from "./slack.ts";

/** A request that brings news to a relay. */
interface Request {
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A relay that runs, and can be killed and stopped. It ends with the scope that holds it. */
export interface Relay extends AsyncDisposable {
  program: Mortal;
  /** Undefined for a relay that has none. */
  store?: Store;
  requestFor(news: News): Request;
}

/** What a relay keeps its alerts in. */
export interface Store {
  /** Kills it with -9. */
  kill(): Promise<void>;
  /** Starts it again, with everything that it confirmed. */
  start(): Promise<void>;
  /** The processor time of all its processes. */
  processorMs(): Promise<number>;
}

/** Starts a relay that posts to a Slack, with nothing from before. */
export type StartRelay = (slack: PeersSlack, channels: readonly string[]) => Promise<Relay>;

/** The product, with a Redis that saves every change before it answers. */
export const startOurs: StartRelay = async (slack, channels) => {
  const redis = await startDurableRedis();
  if (!redis) throw new Error("There is no redis-server.");
  const port = await freePort();
  const signingSecret = "0123456789abcdef0123456789abcdef";
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const hooks = await addHooks(redis.url, channels.length, (index) => channels[index] ?? "");
  const target = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl: slack.apiUrl });
  const program = await startMortal(nodeCommand(target, port), `http://127.0.0.1:${port}/readyz`);
  return {
    program,
    store: storeIn(redis),
    requestFor: ({ id, title, channel, state, at }) => ({
      url: `http://127.0.0.1:${port}${hooks.paths[channels.indexOf(channel)]}`,
      headers: { authorization: `Bearer ${hooks.secret}` },
      body: {
        eventId: id,
        state: state === "firing" ? "ALERT" : "OK",
        title,
        body: "It was above its limit.",
        endTime: String(at.getTime()),
      },
    }),
    async [Symbol.asyncDispose]() {
      await program.end();
      await redis.close();
    },
  };
};

function storeIn(redis: DurableRedis): Store {
  let earlierMs = 0;
  const processorMs = async () => earlierMs + (await processorMsOf(await redis.pid()));
  return {
    async kill() {
      earlierMs = await processorMs();
      await redis.kill();
    },
    start: () => redis.start(),
    processorMs,
  };
}

/** Bolt's client, and a map in memory. */
export const startBoltRelay: StartRelay = async (slack) => {
  const port = await freePort();
  const script = fileURLToPath(import.meta.resolve("./bolt-relay.ts"));
  const target = { name: "Bolt relay", script, env: { SLACK_API_URL: slack.apiUrl } };
  const program = await startMortal(nodeCommand(target, port), `http://127.0.0.1:${port}/readyz`);
  return {
    program,
    requestFor: (body) => ({ url: `http://127.0.0.1:${port}/alerts`, headers: {}, body }),
    [Symbol.asyncDispose]: () => program.end(),
  };
};

/** Prometheus' Alertmanager as Debian has it, with a group for each alert. */
export const startAlertmanager: StartRelay = async (slack) => {
  const directory = await mkdtemp(join(tmpdir(), "quartermaster-alertmanager-"));
  const config = join(directory, "alertmanager.yml");
  await writeFile(config, alertmanagerConfig(slack.webhookUrl));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [
    `--config.file=${config}`,
    `--storage.path=${join(directory, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    // Alone, it need not look for others.
    "--cluster.listen-address=",
    "--log.level=error",
  ];
  const command = { file: "prometheus-alertmanager", args, env: { PATH: process.env["PATH"] } };
  const program = await startMortal(command, `${origin}/-/ready`);
  return {
    program,
    requestFor: ({ id, title, channel, state, at, since }) => ({
      url: `${origin}/api/v2/alerts`,
      headers: {},
      body: [
        {
          labels: { alertname: title, id, channel },
          annotations: { summary: "It was above its limit." },
          startsAt: since.toISOString(),
          ...(state === "resolved" && { endsAt: at.toISOString() }),
        },
      ],
    }),
    async [Symbol.asyncDispose]() {
      await program.end();
      await removeDataOf(directory);
    },
  };
};

/** An alert that gets no news must not end by itself in a run, so its time to resolve is an hour. */
const alertmanagerConfig = (webhookUrl: string) => `
global:
  resolve_timeout: 1h
route:
  receiver: slack
  group_by: ["..."]
  group_wait: 0s
  group_interval: 1s
  repeat_interval: 24h
receivers:
  - name: slack
    slack_configs:
      - api_url: ${webhookUrl}
        channel: "{{ .CommonLabels.channel }}"
        send_resolved: true
`;

interface Command {
  file: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

function nodeCommand({ script, flags = [], env }: Target, port: number): Command {
  const own = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compiledDirectory, PORT: String(port) };
  return { file: process.execPath, args: [...flags, script], env: { ...own, ...env } };
}

/** A program that may be killed and started again. */
export interface Mortal {
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Kills it with -9. */
  kill(): Promise<void>;
  /** Starts it again. Waits until it is ready. */
  start(): Promise<void>;
  /** What all its processes used, without the first one's start. */
  used(): Promise<{ processorMs: number; peakMb: number }>;
  end(): Promise<void>;
}

const longestStartMs = 60_000;

async function startMortal(command: Command, readyUrl: string): Promise<Mortal> {
  let child = spawnChild(command);
  let [earlierMs, earlierMb] = [0, 0];

  async function untilReady(): Promise<void> {
    const startedAtMs = performance.now();
    while (!(await isReady(readyUrl))) {
      if (hasEnded(child) || performance.now() - startedAtMs > longestStartMs)
        throw new Error(`${command.file} ${command.args.join(" ")} did not become ready.`);
      await wait(10);
    }
  }
  async function used() {
    if (hasEnded(child)) return { processorMs: earlierMs, peakMb: earlierMb };
    const peakMb = Math.max(earlierMb, await memoryMbOf(child.pid, "VmHWM"));
    return { processorMs: earlierMs + (await processorMsOf(child.pid)), peakMb };
  }
  async function kill(): Promise<void> {
    const { processorMs, peakMb } = await used();
    [earlierMs, earlierMb] = [processorMs, peakMb];
    await endBy(child, "SIGKILL");
  }
  await untilReady();
  earlierMs = -(await processorMsOf(child.pid));
  return {
    signal: (name) => void child.kill(name),
    kill,
    async start() {
      child = spawnChild(command);
      await untilReady();
    },
    used,
    end: () => endBy(child, "SIGKILL"),
  };
}

function spawnChild({ file, args, env }: Command): ChildProcess {
  // In bad times they complain about each call.
  const child = spawn(file, args, { env, stdio: "ignore" });
  // A bench that fails must not leave it behind.
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  child.once("exit", () => process.off("exit", onExit));
  return child;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function endBy(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  child.kill(signal);
  await once(child, "exit");
}
