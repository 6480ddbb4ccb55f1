import { expect, test } from "vitest";
import { createFaults, inject, listFaults, submitAll } from "./create-run.ts";
import { contradictions, outcomesOf, tableOf } from "./outcomes.ts";
import { amount } from "../support/soak.ts";
import { startReplicas } from "./replicas.ts";
import { fillForms } from "./submissions.ts";

const settings = {
  CLOUD_TIMEOUT_SECONDS: "1",
  CLOUD_SETTLE_SECONDS: "2",
  CLOUD_REQUESTS_PER_10_SECONDS: "3000",
};

const unserved = ["listServices", "getService"].map((operation) => ({
  kind: "unserved",
  match: { operation },
}));

function names(count: number, what: string): string[] {
  return Array.from({ length: count }, (_, index) => `${what} ${index}`);
}

const unlistedCreates = 50;
const creates = amount({ usual: 150, soak: 1_000 });

test("with every fault, double clicks and killed replicas, no service is created twice and no request is forgotten", async () => {
  const startedMs = Date.now();
  await using replicas = await startReplicas(settings);
  await inject(replicas, [createFaults, listFaults]);
  const forms = await fillForms(replicas, names(creates, "fault"));
  await submitAll(replicas, forms, amount({ usual: 3, soak: 6 }));
  const outcomes = await outcomesOf(replicas, forms);
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  process.stdout.write(
    `${creates} creates, ${replicas.killed()} kills, ${seconds} s:\n${tableOf(outcomes)}\n`,
  );
  expect(contradictions(outcomes)).toEqual([]);
  expect(outcomes).toHaveLength(creates);
});

test("if the cloud returns no list, people are asked about every lost creation, and none is posted again", async () => {
  await using replicas = await startReplicas(settings);
  await inject(replicas, [...unserved, createFaults]);
  const forms = await fillForms(replicas, names(unlistedCreates, "unlisted"));
  await submitAll(replicas, forms, 1);
  const outcomes = await outcomesOf(replicas, forms);
  process.stdout.write(
    `${unlistedCreates} creates without a list, ${replicas.killed()} kills:\n${tableOf(outcomes)}\n`,
  );
  expect(contradictions(outcomes)).toEqual([]);
  expect(outcomes).toHaveLength(unlistedCreates);
  const ends = new Set(outcomes.map(({ end }) => end));
  expect([...ends].toSorted()).toEqual(["created, answered", "failed, refused", "unknown, asked"]);
});
