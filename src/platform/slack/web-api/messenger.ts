import type { ModalView } from "@slack/types";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { messageLink } from "../../blocks/escape.ts";
import { type Content, contentJson } from "../../blocks/reply.ts";
import type { Messenger } from "../../jobs/messenger.ts";
import type { SlackClients } from "./clients.ts";
import * as texts from "../texts.ts";
import { calling, refusedBlocks, refusedMetadata } from "../failure.ts";
import { type HistoryReads, findMarked, isShared, marked, readsAlone } from "./history.ts";
import { presenceIn, slackPeople } from "./people.ts";
import { sayAsWhole, shareFile, uploadFile } from "./say.ts";

/** The messenger on Slack's Web API. */
export function slackMessenger(
  { interactive, posting, call }: SlackClients,
  reads: HistoryReads = readsAlone,
): Messenger {
  const reader = { client: posting, reads };

  async function showModal(how: "open" | "push", trigger_id: string, view: ModalView) {
    const shown = await calling(`views.${how}`, () => interactive.views[how]({ trigger_id, view }));
    return { viewId: shown.view?.id ?? "" };
  }

  async function updateModal(view_id: string, view: ModalView, hash?: string) {
    const isUpdated = await isInTime("views.update", () =>
      interactive.views.update({ view_id, view, ...(hash ? { hash } : {}) }),
    );
    return isUpdated ? "updated" : "gone";
  }

  // It never changes while the token works.
  let home: Promise<string | undefined> | undefined;
  function workspaceUrl(): Promise<string | undefined> {
    home ??= calling("auth.test", () => interactive.auth.test()).then(
      ({ url }) => url,
      (error: unknown) => {
        home = undefined;
        if (!(error instanceof AppError)) throw error;
        return undefined;
      },
    );
    return home;
  }

  return {
    openModal: (triggerId, view) => showModal("open", triggerId, view),

    async pushModal(triggerId, view, clickedViewId) {
      try {
        return await showModal("push", triggerId, view);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "push_limit_reached") throw error;
        await updateModal(clickedViewId, view);
        return { viewId: clickedViewId };
      }
    },

    updateModal,

    async post(channel, reply, { mark, threadTs, isBroadcast, sendBy } = {}) {
      const facts = {
        channel,
        unfurl_links: false,
        unfurl_media: false,
        ...inThread(threadTs, isBroadcast),
      };
      const ofMark = mark ? marked(mark) : undefined;
      const sayWith = (metadata: object | undefined) => {
        const known = metadata ? { ...facts, metadata } : facts;
        return sayAsWhole(
          reply,
          (content, isWhole) =>
            isWhole
              ? call("chat.postMessage", known, sendBy, contentJson(reply))
              : call("chat.postMessage", { ...known, ...content }, sendBy),
          refusedBlocks,
        );
      };
      const posted = await calling("chat.postMessage", async () => {
        if (!reply.entity) return sayWith(ofMark);
        try {
          return await sayWith({ ...ofMark, entities: [reply.entity] });
        } catch (error) {
          if (!refusedMetadata(error)) throw error;
          return sayWith(ofMark);
        }
      });
      const { ts } = posted;
      // It may be there. A search for its mark finds it.
      if (!ts) throw new AppError("upstream", texts.unclear, { outcomeUnknown: true });
      return { channelId: posted.channel ?? channel, ts };
    },

    findMarked: (channelId, mark, since, threadTs) =>
      findMarked(reader, { channelId, mark, since, threadTs }),

    isShared: (fileName, since, { channelId, ts }) =>
      isShared(reader, fileName, { channelId, since, threadTs: ts }),

    presenceIn: (channelId) => presenceIn(interactive, channelId),
    linkTo: async (messageRef) => messageLink(messageRef, await workspaceUrl()),

    async update({ channelId: channel, ts }, reply, sendBy) {
      await calling("chat.update", () =>
        sayAsWhole(
          reply,
          // Omitted fields would stay unchanged.
          ({ text, blocks = [], attachments }, isWhole) =>
            isWhole && attachments
              ? call("chat.update", { channel, ts }, sendBy, contentJson(reply))
              : call("chat.update", { channel, ts, text, blocks, attachments: attachments ?? [] }, sendBy),
          refusedBlocks,
        ),
      );
    },

    async unfurl(messageRef, cards) {
      const where =
        "unfurlId" in messageRef
          ? { unfurl_id: messageRef.unfurlId, source: "composer" }
          : { channel: messageRef.channelId, ts: messageRef.ts };
      const unfurls = Object.fromEntries(
        [...cards].map(([url, { text, blocks }]) => [url, { blocks, fallback: text }]),
      );
      const entities = [...cards].flatMap(([url, { entity }]) =>
        entity ? [{ ...entity, app_unfurl_url: url }] : [],
      );
      const plainly = () => call("chat.unfurl", { ...where, unfurls });
      await calling("chat.unfurl", async () => {
        if (entities.length === 0) return plainly();
        try {
          return await call("chat.unfurl", { ...where, unfurls, metadata: { entities } });
        } catch (error) {
          if (!refusedMetadata(error)) throw error;
          return plainly();
        }
      });
    },

    async presentObject(trigger_id, content) {
      const args =
        "entity" in content
          ? { metadata: content.entity }
          : { error: { status: "custom", custom_title: content.title, custom_message: content.message } };
      await calling("entity.presentDetails", () => call("entity.presentDetails", { trigger_id, ...args }));
    },

    async whisper(channel, user, reply, { threadTs } = {}) {
      const send = (content: Content) =>
        interactive.chat.postEphemeral({ channel, user, ...inThread(threadTs), ...content });
      await calling("chat.postEphemeral", () => sayAsWhole(reply, send, refusedBlocks));
    },

    async showStatus({ channelId: channel_id, threadTs: thread_ts }, status, title) {
      const named = title === undefined ? {} : { title };
      await calling("agents.sessions.setStatus", () =>
        interactive.agents.sessions.setStatus({ channel_id, thread_ts, status, ...named }),
      );
    },

    upload: (file) => uploadFile(posting, file),
    share: (file, to) => shareFile(posting, file, to),

    async timeZoneOf(user) {
      const { user: person } = await calling("users.info", () => interactive.users.info({ user }));
      return person?.tz;
    },

    people: slackPeople(interactive),

    async publishHome(user_id, view) {
      await calling("views.publish", () => interactive.views.publish({ user_id, view }));
    },

    async completeStep(function_execution_id, outcome) {
      // If the step has already ended, we ended it and the response was lost.
      await isInTime("functions.complete", () =>
        "error" in outcome
          ? posting.functions.completeError({ function_execution_id, error: outcome.error })
          : posting.functions.completeSuccess({ function_execution_id, outputs: outcome.outputs }),
      );
    },
  };
}

function inThread(thread_ts: string | undefined, isBroadcast = false) {
  if (thread_ts === undefined) return {};
  return isBroadcast ? { thread_ts, reply_broadcast: true as const } : { thread_ts };
}

/** Calls Slack about a modal or a step. False if it was closed, has changed or has ended, which is not a failure. */
async function isInTime(method: string, call: () => Promise<unknown>): Promise<boolean> {
  try {
    await calling(method, call);
    return true;
  } catch (error) {
    if (isAppError(error, "missing", "conflict")) return false;
    throw error;
  }
}
