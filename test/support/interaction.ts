import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { TestEnvironment } from "./environment.ts";
import { interact } from "./form-payload.ts";
import { listening } from "./listening.ts";

interface Clicked {
  actionId: string;
  /** The button's value, real or forged. */
  value: string;
  userId: string;
}

/** Clicks a button of a message by a signed request, even if it is not there. Returns the reply. */
export async function clickForged(environment: TestEnvironment, clicked: Clicked): Promise<string> {
  const said = Promise.withResolvers<string>();
  const answers = await listening(
    createServer((request, response) => {
      void text(request).then(said.resolve, said.reject);
      response.end("ok");
    }),
  );
  try {
    const place = {
      channel: { id: environment.slack.channels[0]?.id },
      message: { ts: "1.000000" },
      response_url: answers.url,
    };
    await post(environment, clicked, place);
    return await said.promise;
  } finally {
    await answers.close();
  }
}

/** The same in a modal, which has no reply. */
export async function clickForgedInModal(
  environment: TestEnvironment,
  clicked: Clicked,
  viewId: string,
): Promise<void> {
  await post(environment, clicked, { view: { id: viewId, type: "modal" } });
}

async function post(
  environment: TestEnvironment,
  { actionId, value, userId }: Clicked,
  place: object,
): Promise<void> {
  const user = { id: userId, username: "someone" };
  const actions = [{ type: "button", action_id: actionId, block_id: "b", value }];
  await interact(environment, { type: "block_actions", user, actions, ...place });
}
