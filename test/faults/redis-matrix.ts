import { setTimeout as sleep } from "node:timers/promises";
import type { RedisOfKind } from "../support/redis-kinds/kind.ts";
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
