import { type SlackRequest, signedCommand } from "./signed-command.ts";

/** `/db help`, signed now; each needs a trigger of its own. */
export function signedHelp(signingSecret: string, triggerId: string): SlackRequest {
  return signedCommand(signingSecret, { text: "help", triggerId });
}

/** Sends `/db help` once; fails when it is not answered with blocks. */
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
