import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { LocalSlack } from "@quartermaster/local-slack";
import type { TestEnvironment } from "./environment.ts";
import { listening } from "./listening.ts";
import { newTriggerId, sendPayload } from "./signed-request.ts";

interface Clicked {
  actionId: string;
  /** The button's value, real or forged. */
  value: string;
  userId: string;
}

/** Clicks a button of a message by a signed request, even if it is not there. Returns the reply. */
export async function clickForged({ app, slack }: TestEnvironment, clicked: Clicked): Promise<string> {
  const said = Promise.withResolvers<string>();
  const answers = await listening(
    createServer((request, response) => {
      void text(request).then(said.resolve, said.reject);
      response.end("ok");
    }),
  );
  try {
    const place = {
      channel: { id: slack.channels[0]?.id },
      message: { ts: "1.000000" },
      response_url: answers.url,
    };
    await post(app.url, slack, clicked, place);
    return await said.promise;
  } finally {
    await answers.close();
  }
}

/** The same in a modal, which has no reply. */
export async function clickForgedInModal(
  { app, slack }: TestEnvironment,
  clicked: Clicked,
  viewId: string,
): Promise<void> {
  await post(app.url, slack, clicked, { view: { id: viewId, type: "modal" } });
}

async function post(
  appUrl: string,
  { signingSecret, teamId }: LocalSlack,
  { actionId, value, userId }: Clicked,
  place: object,
): Promise<void> {
  const payload = {
    type: "block_actions",
    team: { id: teamId },
    user: { id: userId, username: "someone" },
    trigger_id: newTriggerId(),
    actions: [{ type: "button", action_id: actionId, block_id: "b", value }],
    ...place,
  };
  await sendPayload(appUrl, signingSecret, payload);
}
