import type { Reply } from "../blocks/reply.ts";
import type { Messenger } from "../delivery/messenger.ts";
import type { SlackClients } from "./clients.ts";
import { isMarked, marked, slackTime } from "./mark.ts";
import { refusedBlocks, slackFailure } from "./failure.ts";

/** The messenger that speaks to Slack's Web API. */
export function slackMessenger({ interactive, posting }: SlackClients): Messenger {
  return {
    async openModal(trigger_id, view) {
      const { view: opened } = await calling("views.open", () =>
        interactive.views.open({ trigger_id, view }),
      );
      return { viewId: opened?.id ?? "" };
    },

    async pushModal(trigger_id, view) {
      const { view: pushed } = await calling("views.push", () =>
        interactive.views.push({ trigger_id, view }),
      );
      return { viewId: pushed?.id ?? "" };
    },

    async updateModal(view_id, view, hash) {
      return updating(() => interactive.views.update({ view_id, view, ...(hash ? { hash } : {}) }));
    },

    async post(channel, reply, mark) {
      const quiet = { unfurl_links: false, unfurl_media: false };
      const posted = await saying("chat.postMessage", reply, (content) =>
        posting.chat.postMessage({
          channel,
          ...quiet,
          ...content,
          ...(mark ? { metadata: marked(mark) } : {}),
        }),
      );
      return { channelId: posted.channel ?? channel, ts: posted.ts ?? "" };
    },

    async findMarked(channel, mark, since) {
      const history = await lookingBack(() =>
        posting.conversations.history({ channel, oldest: slackTime(since), include_all_metadata: true }),
      );
      const found = history?.messages?.find(({ metadata }) => isMarked(metadata, mark));
      return found?.ts === undefined ? undefined : { channelId: channel, ts: found.ts };
    },

    async update({ channelId: channel, ts }, reply) {
      await saying("chat.update", reply, (content) => posting.chat.update({ channel, ts, ...content }));
    },

    async whisper(channel, user, reply) {
      await saying("chat.postEphemeral", reply, (content) =>
        interactive.chat.postEphemeral({ channel, user, ...content }),
      );
    },

    async publishHome(user_id, view) {
      await calling("views.publish", () => interactive.views.publish({ user_id, view }));
    },

    async completeStep(function_execution_id, outcome) {
      await ending(() =>
        "error" in outcome
          ? posting.functions.completeError({ function_execution_id, error: outcome.error })
          : posting.functions.completeSuccess({ function_execution_id, outputs: outcome.outputs }),
      );
    },
  };
}

async function calling<T>(method: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw slackFailure(method, error);
  }
}

/** A closed modal is an answer, not a failure. */
async function updating(call: () => Promise<unknown>): Promise<"updated" | "gone"> {
  try {
    await call();
    return "updated";
  } catch (error) {
    const failure = slackFailure("views.update", error);
    if (failure.kind === "missing" || failure.kind === "conflict") return "gone";
    throw failure;
  }
}

/** A step that has ended before is an answer too: it was us, and the answer was lost. */
async function ending(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    const failure = slackFailure("functions.complete", error);
    if (failure.kind !== "conflict" && failure.kind !== "missing") throw failure;
  }
}

/** Says something with its blocks, or with its text alone where Slack refuses the blocks: better than nothing. */
async function saying<T>(
  method: string,
  { text, blocks }: Reply,
  call: (content: { text: string; blocks?: Reply["blocks"] }) => Promise<T>,
): Promise<T> {
  try {
    return await call({ text, blocks });
  } catch (error) {
    if (!refusedBlocks(error)) throw slackFailure(method, error);
    return calling(method, () => call({ text }));
  }
}

/** Not every channel lets us look, nor every installation: then there is nothing to be found. */
async function lookingBack<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const failure = slackFailure("conversations.history", error);
    if (["auth", "forbidden", "missing"].includes(failure.kind)) return undefined;
    throw failure;
  }
}
