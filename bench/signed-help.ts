import { type SlackRequest, signedCommand } from "./signed-command.ts";

/** `/db help`, signed now. Each needs its own trigger. */
export function signedHelp(signingSecret: string, triggerId: string): SlackRequest {
  return signedCommand(signingSecret, { text: "help", triggerId });
}

/** Sends `/db help` once. Fails if the response has no blocks. */
export async function askForHelp(url: string, signingSecret: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    ...signedHelp(signingSecret, `asked.${performance.now()}`),
  });
  const text = await response.text();
  if (response.status !== 200 || !text.includes('"blocks"')) {
    throw new Error(`${url} answered /db help with ${response.status} ${text.slice(0, 200)}`);
  }
}
