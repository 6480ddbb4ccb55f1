import { Redis } from "ioredis";
import { createStore } from "../src/app/store.ts";
import { type Hook, newHookSecret } from "../src/features/alerts/hooks/record.ts";
import { applyEntries } from "../src/features/alerts/ingest/apply-entry.ts";
import type { ReceivedEvent } from "../src/features/alerts/receive/inbox-entries.ts";
import { hashText } from "../src/lib/hash.ts";
import { unshown } from "../src/platform/jobs/outbox/shown.ts";
import { keys, ttlInSeconds } from "../src/platform/redis/keys.ts";
import type { AlertLoad } from "./alert-load.ts";
import { benchWorkspaceId } from "./signed-command.ts";

/** What is in Redis while nothing happens. */
export interface RestingState {
  workspaces: number;
  /** In all workspaces together. */
  hooks: number;
  channels: number;
  /** Open incidents, all shown in Slack. */
  incidents: number;
}

/** The first workspace is the one that commands come from. */
function workspaceAt(index: number): string {
  return index === 0 ? benchWorkspaceId : `T0REST${index}`;
}

/** Writes the state as the product would, but at once. Returns where alerts are posted. */
export async function writeState(
  redisUrl: string,
  state: RestingState,
): Promise<Pick<AlertLoad, "paths" | "secret">> {
  const secret = newHookSecret();
  const paths: string[] = [];
  const redis = new Redis(redisUrl);
  const store = createStore(redis);
  const nowMs = Date.now();
  for (let index = 0; index < state.hooks; index += 1) {
    const workspaceId = workspaceAt(index % state.workspaces);
    const workspace = store.workspace(workspaceId);
    const hook = hookAt(index, workspaceId, secret, nowMs);
    paths.push(`/hooks/${hook.id}`);
    await redis.sadd(keys.alertingWorkspaces, workspaceId);
    await redis.hset(keys.hooks(workspaceId), hook.id, JSON.stringify(hook));
    const count =
      Math.floor((index + 1) * (state.incidents / state.hooks)) -
      Math.floor(index * (state.incidents / state.hooks));
    const occurrences = Array.from({ length: count }, (_, alert) => eventAt(alert, nowMs));
    const newId = () => `${index}-${(counter += 1)}`;
    const { incidents, log, counts } = applyEntries({ hook, occurrences, known: [], nowMs, newId });
    const resting = incidents.map(({ incident, ...each }, alert) => {
      const channelId = `C0REST${(index + alert * state.hooks) % Math.max(1, state.channels)}`;
      // Nothing is left to show.
      return { ...each, incident: { ...incident, channelId }, mark: undefined };
    });
    await workspace.incidents.commit({
      hookId: hook.id,
      waiting: { cursor: "0", taken: 0, flood: [] },
      incidents: resting,
      gone: [],
      log,
      counts,
    });
    const shown = redis.pipeline();
    for (const { incident } of resting) {
      const root = { channelId: incident.channelId, ts: "1795000000.000100" };
      const record = { ...unshown, root, hash: hashText(incident.id), revision: incident.revision };
      shown.set(keys.shown(workspaceId, incident.id), JSON.stringify(record), "EX", ttlInSeconds.shown);
    }
    await shown.exec();
  }
  await redis.quit();
  return { paths, secret };
}

let counter = 0;

function hookAt(index: number, workspaceId: string, secret: string, nowMs: number): Hook {
  const createdAt = new Date(nowMs).toISOString();
  return {
    id: `${workspaceId}-hook${index}`,
    name: `hook ${index}`,
    channelId: `C0REST${index}`,
    ownerId: "U0BENCH",
    createdAt,
    secrets: [{ hash: hashText(secret), createdAt }],
    broadcasts: false,
    rules: [],
    muted: {},
  };
}

function eventAt(alert: number, nowMs: number): ReceivedEvent {
  const title = `Latency of endpoint ${alert} is above its limit`;
  return {
    kind: "event",
    event: {
      sender: "structured",
      key: `endpoint ${alert}`,
      title,
      alertName: title,
      body: "p95 was 2,432 ms in the last 5 minutes.",
      group: `endpoint: /v1/orders/${alert}`,
      severity: "error",
      state: "firing",
      link: "https://observe.example.com/dashboards/64f0c2?from=1795000000000&to=1795000300000",
      value: "2432",
      threshold: "2000",
      atMs: nowMs,
    },
    receivedAtMs: nowMs,
    acceptedAtMs: nowMs,
    times: 1,
  };
}
