import { once } from "node:events";
import { Agent, request } from "node:http";
import process from "node:process";
import type { ModalRound, ModalRoundOutcome } from "./modal-load.ts";
import { percentile } from "./percentile.ts";
import { signedCommand } from "./signed-command.ts";
import { type OpenedModal, startSlackApi } from "./slack-api.ts";

// A separate process is both ends: it sends the commands, and is the Slack that gets the modals. So one clock
// measures both, and neither end slows the measured app.
const maxWaitMs = 10_000;
const agent = new Agent({ keepAlive: true });
const awaited = new Map<string, (modal: OpenedModal) => void>();
let commandsSent = 0;

process.on("message", (round: ModalRound) => void runRound(round).then((outcome) => process.send?.(outcome)));
const slackApiUrl = await startSlackApi((modal) => awaited.get(modal.triggerId)?.(modal));
process.send?.({ slackApiUrl });

/** Every person asks again as soon as their modal arrives, until the time is over. */
async function runRound(round: ModalRound): Promise<ModalRoundOutcome> {
  const timesMs: number[] = [];
  let problem: string | undefined;
  let view = "";
  const endAtMs = performance.now() + round.seconds * 1_000;

  async function person(index: number): Promise<void> {
    while (performance.now() < endAtMs && problem === undefined) {
      try {
        const modal = await openModal(round, round.userIds?.[index] ?? `U0NEW${commandsSent}`);
        timesMs.push(modal.tookMs);
        ({ view } = modal);
      } catch (error) {
        problem = String(error);
      }
    }
  }

  await Promise.all(Array.from({ length: round.people }, (_, index) => person(index)));
  if (problem !== undefined) return { problem };
  return {
    p50Ms: percentile(timesMs, 0.5),
    p99Ms: percentile(timesMs, 0.99),
    modalsPerSecond: timesMs.length / round.seconds,
    view,
  };
}

/** The time from sending the command until its modal reaches Slack. The acknowledgement must be good too. */
async function openModal({ url, signingSecret }: ModalRound, userId: string) {
  commandsSent += 1;
  const triggerId = `${commandsSent}.bench`;
  const command = signedCommand(signingSecret, { text: "create", userId, triggerId });
  const sentAtMs = performance.now();
  const [modal] = await Promise.all([modalFor(triggerId), post(url, command)]);
  return { tookMs: modal.arrivedAtMs - sentAtMs, view: modal.view };
}

async function modalFor(triggerId: string): Promise<OpenedModal> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenedModal>();
  const timer = setTimeout(() => reject(new Error(`No modal came within ${maxWaitMs} ms`)), maxWaitMs);
  awaited.set(triggerId, resolve);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    awaited.delete(triggerId);
  }
}

async function post(url: string, { headers, body }: ReturnType<typeof signedCommand>): Promise<void> {
  const sent = request(url, { method: "POST", agent, headers });
  sent.end(body);
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`The command was answered ${response.statusCode}`);
}
