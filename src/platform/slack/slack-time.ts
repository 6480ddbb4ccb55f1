import { AppError } from "../../lib/errors.ts";

const timeoutMs = 3_000;

/** What time it is at Slack, to the second; fails as `upstream` where Slack does not tell. */
export async function slackTime(slackApiUrl = "https://slack.com/api/"): Promise<Date> {
  const response = await fetch(new URL("api.test", slackApiUrl), {
    method: "POST",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new AppError("upstream", "Slack cannot be reached just now.", { cause: error });
  });
  await response.body?.cancel();
  const at = new Date(response.headers.get("date") ?? "");
  if (Number.isNaN(at.getTime())) throw new AppError("upstream", "Slack does not say what time it is there.");
  return at;
}
