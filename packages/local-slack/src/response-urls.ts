import { newSecret } from "./ids.ts";
import { SlackRefusal } from "./refusal.ts";
import { takeReply, type ReplySource } from "./reply.ts";
import type { Workspace } from "./workspace.ts";

// https://docs.slack.dev/interactivity/handling-user-interaction: five posts within thirty minutes
const usesLimit = 5;
const lifeMs = 30 * 60 * 1000;

/** An address for the app's replies to this action. */
export function issueResponseUrl(workspace: Workspace, { user, channel, messageTs }: ReplySource): string {
  forgetExpired(workspace);
  const key = newSecret(16);
  workspace.responseUrls.set(key, { user, channel, messageTs, issuedAt: workspace.now(), uses: 0 });
  return `${workspace.url}/response/${key}`;
}

/** Accepts one post to a response_url. Refuses the sixth, a late one, and content that Slack would refuse. */
export function answerResponseUrl(workspace: Workspace, key: string, body: unknown): void {
  const known = workspace.responseUrls.get(key);
  if (!known || workspace.now() - known.issuedAt > lifeMs) throw new SlackRefusal("expired_url");
  if (known.uses >= usesLimit) throw new SlackRefusal("used_url");
  takeReply(workspace, known, body);
  known.uses += 1;
}

function forgetExpired({ responseUrls, now }: Workspace): void {
  for (const [key, { issuedAt }] of responseUrls) {
    if (now() - issuedAt <= lifeMs) return;
    responseUrls.delete(key);
  }
}
