import type { Reply } from "../blocks/reply.ts";
import type { Messenger } from "../delivery/messenger.ts";
import type { SlackClients } from "./clients.ts";
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

    async updateModal(view_id, view, hash) {
      return updating(() => interactive.views.update({ view_id, view, ...(hash ? { hash } : {}) }));
    },

    async post(channel, reply) {
      const quiet = { unfurl_links: false, unfurl_media: false };
      const posted = await saying("chat.postMessage", reply, (content) =>
        posting.chat.postMessage({ channel, ...quiet, ...content }),
      );
      return { channelId: posted.channel ?? channel, ts: posted.ts ?? "" };
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
  };
}

async function calling<T>(method: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw slackFailure(method, error);
  }
}

/** A closed modal is an answer, not a failure; so is a newer drawing of it. */
async function updating(call: () => Promise<unknown>): Promise<"updated" | "gone"> {
  try {
    await call();
    return "updated";
  } catch (error) {
    const failure = slackFailure("views.update", error);
    if (failure.kind === "missing") return "gone";
    if (failure.kind === "conflict") return "updated";
    throw failure;
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
