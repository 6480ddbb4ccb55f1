import { readFile } from "node:fs/promises";
import process from "node:process";
import { expect, test } from "vitest";
import { provisioningRequests } from "../../src/features/services/provisioning/progress.ts";
import { type AppProcess, sourceMain, startAppProcess } from "../support/app-process.ts";
import { until } from "../support/until.ts";
import { at } from "./alert-environment.ts";
import { contradictions, outcomesOf } from "./outcomes.ts";
import { type Sandbox, startSandbox } from "./replicas.ts";
import { type FilledForm, fillForms, clickForm } from "./submissions.ts";

/**
 * The points at which a replica is stopped while it creates a service, and what another one does meanwhile. What is
 * remembered is sent by another replica, and that one must not be stopped. A request that is leaving has checked the
 * time already. Only an idempotency key of the cloud could stop it, so its person is asked.
 */
const points = [
  { point: "connected", meanwhile: "unknown", inTheEnd: "failed", posts: 0 },
  { point: "connecting", meanwhile: "unknown", inTheEnd: "failed", posts: 0 },
  { point: "fenced", meanwhile: "unknown", inTheEnd: "failed", posts: 0 },
  { point: "remembered", meanwhile: "created", inTheEnd: "created", posts: 1 },
  // The last to be stopped: servers close a connection on which nothing comes for a minute.
  { point: "leaving", meanwhile: "unknown", inTheEnd: "created", posts: 1 },
] as const;

const settings = {
  // A busy machine stalls for seconds, and the replica that goes on must get its answer.
  CLOUD_TIMEOUT_SECONDS: "8",
  CLOUD_SETTLE_SECONDS: "2",
  CLOUD_REQUESTS_PER_10_SECONDS: "3000",
};

const preload = new URL("stop-at.ts", import.meta.url).href;

/** More rounds give figures: STOPPED_CREATE_ROUNDS=60 makes 300 requests. */
const rounds = Number(process.env["STOPPED_CREATE_ROUNDS"] ?? 1);

test("a replica that is stopped anywhere in a creation sends nothing late, and people read nothing false", async () => {
  const seen: Seen[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using sandbox = await startSandbox(settings);
    const now = await oneRound(sandbox, round);
    expect(now).toEqual(points);
    seen.push(...now);
  }
  const rows = points.map(({ point }) => {
    const posts = seen.flatMap((one) => (one.point === point ? [one.posts] : []));
    return `  stopped when ${point.padEnd(12)}${posts.length} requests, ${Math.max(...posts)} POSTs at most`;
  });
  process.stdout.write(`${seen.length} creates, each in a stopped replica:\n${rows.join("\n")}\n`);
}, 3_600_000);

interface Seen {
  point: string;
  meanwhile: string | undefined;
  inTheEnd: string;
  posts: number;
}

/** Stops a replica at each point, lets another one handle their requests, and continues the stopped ones. */
async function oneRound(sandbox: Sandbox, round: number): Promise<Seen[]> {
  const forms = await fillForms(
    sandbox,
    points.map(({ point }) => `${point} ${round}`),
  );
  const stopped: AppProcess[] = [];
  try {
    // One after another, because a stopped replica takes no other request.
    for (const [index, { point }] of points.entries()) {
      const stopping = {
        NODE_OPTIONS: `--import=${preload}`,
        STOP_AT: point,
        STOP_FOR: at(forms, index).requestId,
      };
      const app = await startAppProcess({ ...sandbox.environment, ...stopping }, sourceMain);
      stopped.push(app);
      await submitTo(app, at(forms, index), sandbox);
      await until(() => isStopped(app.pid));
    }
    await using other = await startAppProcess(sandbox.environment);
    sandbox.slack.setAppUrl(other.url);
    await resolved(sandbox, forms, "meanwhile");
    const meanwhile = await statuses(sandbox, forms);
    for (const app of stopped) process.kill(app.pid, "SIGCONT");
    await resolved(sandbox, forms, "inTheEnd");
    const outcomes = await outcomesOf(sandbox, forms);
    expect(contradictions(outcomes)).toEqual([]);
    return outcomes.map(({ progress, posts }, index) => ({
      point: at(points, index).point,
      meanwhile: meanwhile[index],
      inTheEnd: progress.status,
      posts,
    }));
  } finally {
    await Promise.all(stopped.map((app) => app.end("SIGKILL")));
  }
}

/** Clicks Create until it is accepted. A replica that is stopped before its response has accepted it too. */
async function submitTo(app: AppProcess, form: FilledForm, { slack }: Sandbox): Promise<void> {
  const pressing = until(() => clickForm(app.url, form, slack.signingSecret));
  await Promise.race([pressing, until(() => isStopped(app.pid))]);
  pressing.catch(() => undefined);
}

async function isStopped(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
}

async function resolved(
  sandbox: Sandbox,
  forms: readonly FilledForm[],
  when: "meanwhile" | "inTheEnd",
): Promise<void> {
  const wanted = points.map((point) => point[when]);
  await expect.poll(() => statuses(sandbox, forms), { interval: 250, timeout: 120_000 }).toEqual(wanted);
}

/** Each request's status. None while its person is still to be asked. */
async function statuses(
  { redis, slack }: Sandbox,
  forms: readonly FilledForm[],
): Promise<(string | undefined)[]> {
  const log = provisioningRequests(redis, slack.teamId);
  const found = await Promise.all(forms.map(({ requestId }) => log.find(requestId)));
  return found.map((one) => (one?.status === "unknown" && !one.asked ? undefined : one?.status));
}
