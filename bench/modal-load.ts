import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** One round of load. */
export interface ModalRound {
  url: string;
  signingSecret: string;
  /** The number of people at once. */
  people: number;
  seconds: number;
  /** The people who ask repeatedly. By default a new person asks each time. */
  userIds?: readonly string[] | undefined;
}

const ModalRoundResult = z.object({
  p50Ms: z.number(),
  p99Ms: z.number(),
  modalsPerSecond: z.number(),
  /** One of the views that were opened, as JSON. */
  view: z.string(),
});

/** The measurements of one round. */
export type ModalRoundResult = z.infer<typeof ModalRoundResult>;

const ModalRoundOutcome = z.union([z.object({ problem: z.string() }), ModalRoundResult]);

/** The outcome of one round: times, or the problem. */
export type ModalRoundOutcome = z.infer<typeof ModalRoundOutcome>;

/** People who type `/db create`, and the Slack that their modals reach. */
export interface ModalLoad extends Disposable {
  slackApiUrl: string;
  /** Fails if a command was not acknowledged, or its modal did not come. */
  measure(round: ModalRound): Promise<ModalRoundResult>;
}

/** Starts them in a separate process. */
export async function startModalLoad(): Promise<ModalLoad> {
  const child = fork(fileURLToPath(import.meta.resolve("./modal-load-process.ts")));
  const [hello] = await once(child, "message");
  return {
    slackApiUrl: z.object({ slackApiUrl: z.string() }).parse(hello).slackApiUrl,
    async measure(round) {
      child.send(round);
      const [message] = await once(child, "message");
      const outcome = ModalRoundOutcome.parse(message);
      if ("problem" in outcome) throw new Error(`${round.url}: ${outcome.problem}`);
      return outcome;
    },
    [Symbol.dispose]: () => child.kill(),
  };
}
