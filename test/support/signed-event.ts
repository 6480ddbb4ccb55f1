import { z } from "zod";
import type { LocalSlack } from "@quartermaster/local-slack";
import { signedHeaders } from "./signed-request.ts";
import { until } from "./until.ts";

/** Sends an event to the app like Slack, once more than Slack does. Returns the HTTP status. */
export async function sendEvent(
  { requestUrl, signingSecret }: LocalSlack,
  payload: object,
  headers: Record<string, string> = {},
): Promise<number> {
  const body = JSON.stringify(payload);
  const response = await fetch(requestUrl ?? "", {
    method: "POST",
    body,
    headers: signedHeaders(signingSecret, body, { "content-type": "application/json", ...headers }),
  });
  return response.status;
}

const StepEvent = z.looseObject({ event: z.looseObject({ function_execution_id: z.string() }) });
const Log = z.array(z.looseObject({ payload: StepEvent }));

/** The event of a workflow's step as Slack sent it to the app, after the app's response. */
export async function stepEvent(
  { url }: LocalSlack,
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
