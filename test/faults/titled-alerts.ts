import { setTimeout as sleep } from "node:timers/promises";
import { shownText } from "@quartermaster/local-slack/person";
import type { SlackPerson } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { type AlertEnvironment, at } from "./alert-environment.ts";

/** Alerts with a title each, and how all tries to send them were answered. */
export interface TitledAlerts {
  readonly titles: string[];
  readonly answers: number[];
}

/** Sends one alert after another to the first hook until the signal, each until a replica accepts it. */
export async function sendTitled(
  { hooks, address }: AlertEnvironment,
  { titles, answers }: TitledAlerts,
  signal: AbortSignal,
): Promise<void> {
  const { hook, secret } = at(hooks, 0);
  for (; !signal.aborted; await sleep(20)) {
    // Each is as long as the others, so none is a part of another.
    const title = `Alert ${10_000 + titles.length}`;
    titles.push(title);
    for (let status = 0, attempt = titles.length; status !== 202; attempt += 1) {
      const response = await fetch(`${address(attempt)}/hooks/${hook.id}`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "idempotency-key": title },
        body: JSON.stringify({ title, status: "firing" }),
      });
      ({ status } = response);
      answers.push(status);
      if (status !== 202) await sleep(100);
    }
  }
}

/** Waits until all of these texts are shown in a channel. Returns those that are shown more than once. */
export async function shownTwice(
  person: SlackPerson,
  channel: string,
  texts: readonly string[],
): Promise<string[]> {
  let counts: number[] = [];
  await until(async () => {
    const shown = (await person.messages(channel)).map(shownText);
    counts = texts.map((text) => shown.filter((each) => each.includes(text)).length);
    return !counts.includes(0);
  });
  return texts.filter((_, index) => counts[index] !== 1);
}
