import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** One round of load. */
export interface ModalRound {
  url: string;
  signingSecret: string;
  /** How many ask at once. */
  people: number;
  seconds: number;
  /** Whether the same people ask over and over, or somebody new each time. */
  samePeople: boolean;
}

const ModalRoundResult = z.object({
  p50Ms: z.number(),
  p99Ms: z.number(),
  modalsPerSecond: z.number(),
  /** One of the views that were opened, as JSON. */
  view: z.string(),
  problems: z.array(z.string()),
});

/** What one round measured. */
export type ModalRoundResult = z.infer<typeof ModalRoundResult>;

/** People who type `/db create`, and the Slack that their modals reach. */
export interface ModalLoad extends Disposable {
  slackApiUrl: string;
  /** Fails when a command was not acknowledged, or its modal did not come. */
  measure(round: ModalRound): Promise<ModalRoundResult>;
}

/** Starts them in a process of their own. */
export async function startModalLoad(): Promise<ModalLoad> {
  const child = fork(fileURLToPath(import.meta.resolve("./modal-load-process.ts")));
  const [hello] = await once(child, "message");
  return {
    slackApiUrl: z.object({ slackApiUrl: z.string() }).parse(hello).slackApiUrl,
    async measure(round) {
      child.send(round);
      const [message] = await once(child, "message");
      const result = ModalRoundResult.parse(message);
      const [problem] = result.problems;
      if (problem !== undefined) throw new Error(`${round.url}: ${problem}`);
      return result;
    },
    [Symbol.dispose]: () => child.kill(),
  };
}
