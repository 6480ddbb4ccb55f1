import { setTimeout as sleep } from "node:timers/promises";
import { submitFilled } from "../support/create-walk.ts";
import type { RedisOfKind } from "../support/redis-kinds/kind.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { at, startAlertEnvironment } from "./alert-environment.ts";
import { allShown, contradictions, countShown } from "./alert-outcomes.ts";
import { type AlertRun, channels, killAtRandom, planRun, tellAll } from "./alert-run.ts";
import { createFaults, inject, listFaults, submitAll } from "./create-run.ts";
import { contradictions as contradictionsOf, outcomesOf } from "./outcomes.ts";
import { type Harm, redisKills } from "./redis-kills.ts";
import { startReplicas } from "./replicas.ts";
import { fillForms } from "./submissions.ts";

/** A cell of the table: a job with a kind of Redis, and what became of all that was accepted. */
export interface Cell {
  job: string;
  lost: number;
  twice: number;
  /** The seconds until it worked again, for each kill of Redis. */
  backAfter: string;
  /** How much was accepted in the last second before a kill. A failover may lose some of it. */
  atRisk: number;
  /** The differences, each as a sentence. */
  wrong: string[];
}

/** The key of what a kill hits: the workspace's records, or the jobs of creations. Only a cluster has them apart. */
const places = (workspaceId: string) => [`qm:{${workspaceId}}:hooks`, "{qm-jobs:creations}"];

const creating = {
  CLOUD_TIMEOUT_SECONDS: "1",
  CLOUD_SETTLE_SECONDS: "2",
  CLOUD_REQUESTS_PER_10_SECONDS: "3000",
};

/** Posts without pauses between them, and each alert by itself. */
const unhurried = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1" };

/** A person creates a service before and after a kill of the primary, and a sender sends alerts all the time. */
export async function mainJob(redis: RedisOfKind, harm: Harm): Promise<Cell> {
  await using replicas = await startAlertEnvironment({
    channels: ["databases"],
    environment: { ...creating, ...unhurried },
    redis,
  });
  const { slack } = replicas;
  slack.setAppUrl(replicas.address(0));
  await using ada = person(slack, "Ada Park");
  const { hook, secret } = at(replicas.hooks, 0);
  const kills = redisKills(redis, harm);
  const titles: string[] = [];
  const alert = async () => {
    const askedMs = Date.now();
    // Each is as long as the others, so none is a part of another.
    const title = `Alert ${1_000 + titles.length}`;
    const url = replicas.address(0);
    const response = await fetch(`${url}/hooks/${hook.id}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ title, status: "firing" }),
    });
    if (response.status !== 202) return;
    titles.push(title);
    if ((await fetch(`${url}/readyz`)).ok) kills.accepted(askedMs);
  };
  const create = async (name: string) => {
    await submitFilled(ada, name);
    await ada.waitForMessage("databases", `*${name}* is running`);
  };

  await create("before");
  const sending = new AbortController();
  const alerting = (async () => {
    for (; !sending.signal.aborted; await sleep(20)) await alert();
  })();
  for (const key of places(slack.teamId).slice(0, harm.times)) {
    await kills.kill(key);
    await until(async () => kills.isBack());
  }
  await create("after");
  sending.abort();
  await alerting;
  await ada.command("databases", "/db services");

  const times = async (texts: readonly string[]) => {
    const shown = (await ada.messages("databases")).map(shownText);
    return texts.map((text) => shown.filter((each) => each.includes(text)).length);
  };
  const wanted = [...titles, "*before* is running", "*after* is running"];
  const deadlineMs = Date.now() + 30_000;
  while ((await times(wanted)).includes(0) && Date.now() < deadlineMs) await sleep(250);
  const counts = await times(wanted);
  return {
    job: `main job, ${titles.length} alerts`,
    lost: counts.filter((count) => count === 0).length,
    twice: counts.filter((count) => count > 1).length,
    backAfter: kills.backAfter(),
    atRisk: kills.justBefore(),
    wrong: wanted.flatMap((text, index) =>
      counts[index] === 1 ? [] : [`${text} is there ${counts[index]} times`],
    ),
  };
}

/** Alerts while replicas of the product and the primary of Redis are killed. */
export async function alertsKilled(redis: RedisOfKind, run: AlertRun, harm: Harm): Promise<Cell> {
  const { times } = harm;
  await using alerts = await startAlertEnvironment({ channels, environment: unhurried, redis });
  const kills = redisKills(redis, harm);
  const planned = planRun(run);
  let taken = 0;
  const killingRedis = async () => {
    for (const [index, key] of places(alerts.slack.teamId).slice(0, times).entries()) {
      while (taken < (run.events * (index + 1)) / (times + 2)) await sleep(20);
      await kills.kill(key);
    }
  };
  await Promise.all([
    killingRedis(),
    killAtRandom(alerts, run, times, () => taken),
    tellAll(alerts, planned, run.meanPauseMs, (askedMs) => {
      taken += 1;
      kills.accepted(askedMs);
    }),
  ]);
  const ids = alerts.hooks.map(({ hook }) => hook.channelId);
  const accepted = await allShown(alerts, ids);
  const counts = await Promise.all(ids.map((id, index) => countShown(alerts, id, at(planned, index))));
  const wrong = await Promise.all(ids.map((id, index) => contradictions(alerts, id, at(planned, index))));
  return {
    job: `${taken} alerts`,
    lost: counts.reduce((sum, { lost }) => sum + lost, 0),
    twice: counts.reduce((sum, { twice }) => sum + twice, 0),
    backAfter: kills.backAfter(),
    atRisk: kills.justBefore(),
    wrong: [...(accepted === taken ? [] : [`${accepted} of ${taken} are in the account`]), ...wrong.flat()],
  };
}

/** Creations with lost answers, while replicas of the product and the primary of Redis are killed. */
export async function creationsKilled(redis: RedisOfKind, creations: number, harm: Harm): Promise<Cell> {
  const { times } = harm;
  await using replicas = await startReplicas(creating, redis);
  await inject(replicas, [createFaults, listFaults]);
  const kills = redisKills(redis, harm);
  const names = Array.from({ length: creations }, (_, index) => `matrix ${index}`);
  const forms = await fillForms(replicas, names);
  const killing = Array.from({ length: times }, () => Promise.withResolvers<void>());
  const killingRedis = async () => {
    for (const [index, key] of places(replicas.slack.teamId).slice(0, times).entries()) {
      await killing[index]?.promise;
      await kills.kill(key);
    }
  };
  const redisIsKilled = killingRedis();
  let taken = 0;
  await submitAll(replicas, forms, times, (askedMs) => {
    taken += 1;
    kills.accepted(askedMs);
    killing[Math.floor((taken * (times + 1)) / creations) - 1]?.resolve();
  });
  await redisIsKilled;
  const outcomes = await outcomesOf(replicas, forms, 90_000);
  const known = new Set(outcomes.map(({ name }) => name));
  return {
    job: `${creations} creations`,
    lost: creations - outcomes.length,
    twice: outcomes.filter(({ posts, services }) => posts > 1 || services.length > 1).length,
    backAfter: kills.backAfter(),
    atRisk: kills.justBefore(),
    wrong: [
      ...contradictionsOf(outcomes),
      ...names.filter((name) => !known.has(name)).map((name) => `${name} has no outcome`),
    ],
  };
}
