import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { type DataVersions, dataVersions, readMarker } from "../../src/platform/redis/schema.ts";
import { freePort } from "../../src/demo/redis.ts";
import { type AppProcess, startAppProcess } from "../support/app-process.ts";
import { bundled } from "../support/bundled.ts";
import type { KnownHook } from "../support/hook.ts";
import { startRoundRobin } from "./round-robin.ts";
import { amount } from "../support/soak.ts";
import { at, hookIn } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import type { PlannedGroup, PlannedIncident } from "./alert-plan.ts";
import { structured } from "./alert-post.ts";
import { type Sandbox, startSandbox } from "./replicas.ts";
import { startRollingLoad } from "./rolling-load.ts";

const replicas = 2;
const alertsPerSecond = amount({ usual: 30, soak: 200 });
const commandsPerSecond = 3;
const commands = ["alerts", "services", "alerts hooks list", "admin access"];
const secondsOfGroup = 5;
const isSoak = amount({ usual: 0, soak: 1 }) === 1;
const rounds = amount({ usual: 1, soak: 3 });

/** A version of the product: its entry point, and what its process gets besides the environment. */
interface Version {
  script: string;
  settings?: Record<string, string>;
}

const { clocked } = await bundled();

/** The present code, as a version with these versions of the data. */
function versionWith(versions: DataVersions): Version {
  return { script: clocked, settings: { TEST_DATA_VERSIONS: JSON.stringify(versions) } };
}

const [now, newer] = [dataVersions.writes, dataVersions.reads + 1];
const present = versionWith(dataVersions);
/** Reads the next shape of a record, and writes what the present version reads. */
const grace = versionWith({ writes: newer, readableFrom: now, reads: newer });
/** Writes the next shape. */
const next = versionWith({ writes: newer, readableFrom: newer, reads: newer });

/** The folder of an older version, to test the step from it to the present one. docs/adding.md has more. */
const old = process.env["OLD"];
const mainIn = (folder: string): Version => ({ script: resolve(folder, "src/main.ts") });
const here = mainIn(join(import.meta.dirname, "../.."));

const [first, after] = old === undefined ? [present, grace] : [mainIn(old), here];
/** The versions that replace the first one after another. */
const steps = Array.from({ length: rounds }, () => [after, first]).flat();
if (isSoak && old === undefined) steps.push(grace, next, grace);

test("replicas go from one version to the next and back under load, and nothing is lost, twice or unreadable", async () => {
  const startedMs = Date.now();
  await using sandbox = await startSandbox({
    DRAIN_SECONDS: "1",
    PERSON_REQUESTS_PER_MINUTE: "9999",
    WORKSPACE_REQUESTS_PER_MINUTE: "9999",
  });
  await using fleet = await startFleet(sandbox, first);
  const { slack } = sandbox;
  slack.setAppUrl(fleet.url);
  const hooks = await Promise.all(slack.channels.map(({ name }) => hookIn(name, slack, sandbox.redisServer)));
  const plan = planAlerts(hooks, startedMs);
  await using load = await startRollingLoad(fleet.url, slack, {
    alertsPerSecond,
    commandsPerSecond,
    commands,
    alert: plan.alert,
  });
  for (const version of steps) await fleet.replaceAll(version);
  const { sent, failures } = await load.stop();
  await expect.poll(() => load.unanswered()).toEqual([]);

  const kept = createStore(sandbox.redis).workspace(slack.teamId);
  const channelIds = hooks.map(({ hook }) => hook.channelId);
  const accepted = await allShown({ kept }, channelIds);
  const wrong = await Promise.all(channelIds.map((id) => contradictions({ slack }, id, plan.groupsIn(id))));
  const marker = readMarker(await sandbox.redis.get("qm:schema"));
  const unreadable = linesWith(fleet.output(), /Can't read/);
  // A process that a busy machine holds up for seconds says that Redis doesn't answer. It loses nothing by that.
  const errors = linesWith(fleet.output(), /"level":(?:50|60)(?!.*Redis doesn't answer)/);
  const ofCommands = failures.filter((failure) => !failure.startsWith("/hooks/"));
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  process.stdout.write(
    `${accepted} of ${sent.alerts} alerts accepted, ${sent.commands} commands, ${replicas * steps.length} restarts in ${seconds} s: ` +
      `failed alerts ${failures.length - ofCommands.length}, failed commands ${ofCommands.length}, lost or twice ${wrong.flat().length}, unreadable ${unreadable.length}, errors ${errors.length}, data version ${marker?.writes}\n`,
  );
  expect({ failures, unserved: fleet.unserved(), accepted, wrong: wrong.flat(), unreadable, errors }).toEqual(
    {
      failures: [],
      unserved: 0,
      accepted: sent.alerts,
      wrong: [],
      unreadable: [],
      errors: [],
    },
  );
  await fleet.end();
  if (old !== undefined) return;
  const start = ({ script, settings }: Version) =>
    startAppProcess({ ...sandbox.environment, ...settings }, script);
  await (await start(next)).end("SIGTERM");
  await expect(start(present)).rejects.toThrow(/The data in Redis was written by a newer version/);
});

/**
 * Alerts of one group after another in each channel. A group is resolved a while after its last event. Only what was
 * accepted is expected in Slack.
 */
function planAlerts(hooks: readonly KnownHook[], startedMs: number) {
  const eventsOfGroup = Math.floor((alertsPerSecond * secondsOfGroup) / hooks.length);
  const planned = new Map<string, PlannedGroup & { incidents: [PlannedIncident] }>();

  function plan(group: string, resolves: boolean): void {
    const [{ times, state }] = planned.get(group)?.incidents ?? [{ times: 0, state: "Firing" }];
    const isOver = resolves || state === "Resolved";
    const incident: PlannedIncident = isOver
      ? { times: times + 1, state: "Resolved", changes: ["resolved"] }
      : { times: times + 1, state: "Firing", changes: [] };
    planned.set(group, { group, news: [], incidents: [incident] });
  }

  return {
    alert: (number: number) => {
      const to = at(hooks, number);
      const turn = Math.floor(number / hooks.length);
      const run = Math.floor(turn / eventsOfGroup);
      const resolves = run > 0 && turn % eventsOfGroup === Math.floor(eventsOfGroup / 2);
      const group = `${to.hook.channelId} ${resolves ? run - 1 : run}`;
      const state = resolves ? "OK" : "ALERT";
      const { body } = structured({ alertName: "Orders", group, state, endsAtMs: startedMs + number });
      return { to, body, onAccepted: () => plan(group, resolves) };
    },
    groupsIn: (channelId: string) =>
      [...planned.values()].filter(({ group }) => group.startsWith(`${channelId} `)),
  };
}

function linesWith(output: string, pattern: RegExp): string[] {
  return output.split("\n").filter((line) => pattern.test(line));
}

/** Replicas behind a plain proxy. As in Kubernetes, a new one starts before an old one drains. */
async function startFleet({ environment }: Sandbox, version: Version) {
  const ports = await Promise.all(Array.from({ length: 2 * replicas }, freePort));
  const proxy = await startRoundRobin(ports);
  const all: AppProcess[] = [];
  async function start({ script, settings }: Version, port: number) {
    const app = await startAppProcess({ ...environment, ...settings, PORT: String(port) }, script);
    all.push(app);
    return { app, port };
  }
  let running = await Promise.all(ports.slice(replicas).map((port) => start(version, port)));
  let free = ports.slice(0, replicas);
  return {
    url: proxy.url,
    unserved: () => proxy.unserved(),
    output: () => all.map((app) => app.output()).join("\n"),
    /** Replaces one after another. */
    async replaceAll(by: Version): Promise<void> {
      const ends: Promise<number | null>[] = [];
      const started: typeof running = [];
      for (const [index, port] of free.entries()) {
        started.push(await start(by, port));
        ends.push(at(running, index).app.end("SIGTERM"));
      }
      expect(await Promise.all(ends)).toEqual(running.map(() => 0));
      free = running.map(({ port }) => port);
      running = started;
    },
    end: async () => void (await Promise.all(running.map(({ app }) => app.end("SIGTERM")))),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((app) => app.end("SIGKILL")));
      await proxy[Symbol.asyncDispose]();
    },
  };
}
