import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { contradictions, outcomesOf, tableOf } from "./outcomes.ts";
import { amount } from "../support/soak.ts";
import { type Replicas, startReplicas } from "./replicas.ts";
import { type FilledForm, fillForms, clickForm } from "./submissions.ts";

const settings = {
  CLOUD_TIMEOUT_SECONDS: "1",
  CLOUD_SETTLE_SECONDS: "2",
  CLOUD_REQUESTS_PER_10_SECONDS: "3000",
};

/** The faults of half of the creations. */
const createFaults = {
  kind: "draw",
  seed: "creates",
  match: { operation: "createService" },
  from: [
    { share: 0.1, fault: { kind: "drop-after" } },
    { share: 0.1, fault: { kind: "drop-before" } },
    { share: 0.04, fault: { kind: "delay", ms: 2_000, when: "before" } },
    { share: 0.04, fault: { kind: "delay", ms: 2_000, when: "after" } },
    { share: 0.03, fault: { kind: "delay", ms: 300, when: "before" } },
    { share: 0.03, fault: { kind: "status", status: 500 } },
    { share: 0.03, fault: { kind: "status", status: 500, when: "after" } },
    { share: 0.03, fault: { kind: "status", status: 502 } },
    { share: 0.03, fault: { kind: "html", status: 503 } },
    { share: 0.03, fault: { kind: "malformed", cut: "json" } },
    { share: 0.03, fault: { kind: "malformed", cut: "connection" } },
    { share: 0.03, fault: { kind: "status", status: 400 } },
    { share: 0.02, fault: { kind: "status", status: 429 } },
  ],
};

/** The faults of a tenth of the reads of the list. */
const listFaults = {
  kind: "draw",
  seed: "lists",
  match: { operation: "listServices" },
  from: [
    { share: 0.05, fault: { kind: "status", status: 503 } },
    { share: 0.05, fault: { kind: "drop-after" } },
  ],
};

const unserved = ["listServices", "getService"].map((operation) => ({
  kind: "unserved",
  match: { operation },
}));

async function inject({ cloud }: Replicas, faults: readonly object[]): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(faults);
  const response = await fetch(`${cloud.controlUrl}/faults`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
}

/** A killed replica is back long before. */
const mostAttempts = 2_000;

/** Clicks Create until it is accepted. Every third click is a double click, every fifth is delivered again. */
async function submit(replicas: Replicas, form: FilledForm, index: number): Promise<void> {
  const { signingSecret } = replicas.slack;
  for (let attempt = index; attempt < index + mostAttempts; attempt += 1) {
    const both = index % 3 === 0 ? [attempt, attempt + 1] : [attempt];
    const taken = await Promise.all(
      both.map((each) => clickForm(replicas.address(each), form, signingSecret)),
    );
    if (index % 5 === 0) await clickForm(replicas.address(attempt + 1), form, signingSecret, 1);
    if (taken.includes(true)) return;
    await sleep(50);
  }
  throw new Error(`No replica accepted ${form.name}.`);
}

const clicksAtOnce = 8;

/** Clicks Create on all forms, and kills replicas in rotation during and after that. */
async function submitAll(replicas: Replicas, forms: readonly FilledForm[], kills: number): Promise<void> {
  const killEvery = Math.floor(forms.length / (kills + 1));
  const killing: Promise<void>[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    for (let index = next++; index < forms.length; index = next++) {
      const form = forms[index];
      if (form) await submit(replicas, form, index);
      // One after another, so one replica always works.
      if (index > 0 && index % killEvery === 0 && killing.length < kills) {
        killing.push(Promise.all(killing).then(() => replicas.kill()));
      }
    }
  };
  await Promise.all(Array.from({ length: clicksAtOnce }, one));
  await Promise.all(killing);
}

function names(count: number, what: string): string[] {
  return Array.from({ length: count }, (_, index) => `${what} ${index}`);
}

const creates = amount({ usual: 250, soak: 1_000 });

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
}, 300_000);

test("if the cloud returns no list, people are asked about every lost creation, and none is posted again", async () => {
  await using replicas = await startReplicas(settings);
  await inject(replicas, [...unserved, createFaults]);
  const forms = await fillForms(replicas, names(80, "unlisted"));
  await submitAll(replicas, forms, 1);
  const outcomes = await outcomesOf(replicas, forms);
  process.stdout.write(`80 creates without a list, ${replicas.killed()} kills:\n${tableOf(outcomes)}\n`);
  expect(contradictions(outcomes)).toEqual([]);
  expect(outcomes).toHaveLength(80);
  const ends = new Set(outcomes.map(({ end }) => end));
  expect([...ends].toSorted()).toEqual(["created, answered", "failed, refused", "unknown, asked"]);
}, 300_000);
