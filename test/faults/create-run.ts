import { setTimeout as sleep } from "node:timers/promises";
import type { Replicas } from "./replicas.ts";
import { type FilledForm, clickForm } from "./submissions.ts";

/** The faults of half of the creations. */
export const createFaults = {
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
export const listFaults = {
  kind: "draw",
  seed: "lists",
  match: { operation: "listServices" },
  from: [
    { share: 0.05, fault: { kind: "status", status: 503 } },
    { share: 0.05, fault: { kind: "drop-after" } },
  ],
};

/** Lets the cloud misbehave in these ways. */
export async function inject({ cloud }: Replicas, faults: readonly object[]): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(faults);
  const response = await fetch(`${cloud.controlUrl}/faults`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
}

/** A killed replica is back long before. */
const mostAttempts = 2_000;

/** Clicks Create until it is accepted. Every third click is a double click, every fifth is delivered again. */
async function submit(
  replicas: Replicas,
  form: FilledForm,
  index: number,
  onTaken: (askedMs: number) => void,
): Promise<void> {
  const { signingSecret } = replicas.slack;
  for (let attempt = index; attempt < index + mostAttempts; attempt += 1) {
    const both = index % 3 === 0 ? [attempt, attempt + 1] : [attempt];
    const askedMs = Date.now();
    const taken = await Promise.all(
      both.map((each) => clickForm(replicas.address(each), form, signingSecret)),
    );
    if (taken.includes(true)) onTaken(askedMs);
    if (index % 5 === 0) await clickForm(replicas.address(attempt + 1), form, signingSecret, 1);
    if (taken.includes(true)) return;
    await sleep(50);
  }
  throw new Error(`No replica accepted ${form.name}.`);
}

const clicksAtOnce = 8;

/** Clicks Create on all forms, and kills replicas in rotation during and after that. */
export async function submitAll(
  replicas: Replicas,
  forms: readonly FilledForm[],
  kills: number,
  onTaken: (askedMs: number) => void = () => {},
): Promise<void> {
  const killEvery = Math.floor(forms.length / (kills + 1));
  const killing: Promise<void>[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    for (let index = next++; index < forms.length; index = next++) {
      const form = forms[index];
      if (form) await submit(replicas, form, index, onTaken);
      // One after another, so one replica always works.
      if (index > 0 && index % killEvery === 0 && killing.length < kills) {
        killing.push(Promise.all(killing).then(() => replicas.kill()));
      }
    }
  };
  await Promise.all(Array.from({ length: clicksAtOnce }, one));
  await Promise.all(killing);
}
