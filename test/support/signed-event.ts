import { createHmac } from "node:crypto";
import { z } from "zod";
import type { SandboxSlack } from "../../src/sandbox/slack/server.ts";
import { until } from "./until.ts";

/** Sends an event to the app as Slack would, once more than it does; answers the HTTP status. */
export async function sendEvent(
  { requestUrl, signingSecret }: SandboxSlack,
  payload: object,
  headers: Record<string, string> = {},
): Promise<number> {
  const body = JSON.stringify(payload);
  const atSeconds = String(Math.floor(Date.now() / 1_000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${atSeconds}:${body}`).digest("hex");
  const response = await fetch(requestUrl ?? "", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-slack-request-timestamp": atSeconds,
      "x-slack-signature": `v0=${digest}`,
      ...headers,
    },
  });
  return response.status;
}

const StepEvent = z.looseObject({ event: z.looseObject({ function_execution_id: z.string() }) });
const Log = z.array(z.looseObject({ payload: StepEvent }));

/** The event of a workflow's step as Slack sent it to the app, once that was answered. */
export async function stepEvent(
  { url }: SandboxSlack,
  executionId: string,
): Promise<z.output<typeof StepEvent>> {
  const sent = async () => {
    const log = await fetch(`${url}/page/log?kind=request&name=function_executed`);
    const events = Log.parse(await log.json()).map(({ payload }) => payload);
    return events.find(({ event }) => event.function_execution_id === executionId);
  };
  await until(async () => (await sent()) !== undefined);
  return StepEvent.parse(await sent());
}
