import { z } from "zod";
import { acceptedContent } from "../content.ts";
import { acceptedEntities, cardOf, showsEntities } from "../entities.ts";
import { type JsonObject, jsonObjects } from "../json.ts";
import { linksOf } from "../links.ts";
import { SlackRefusal } from "../refusal.ts";
import type { StoredMessage, Workspace } from "../workspace.ts";
import { orJson } from "./arguments.ts";
import { method } from "./method.ts";

const Unfurls = orJson(z.record(z.string(), z.record(z.string(), z.unknown())).optional());
const Metadata = orJson(z.object({ entities: z.array(z.unknown()) }).optional());

/** The target of unfurls: a sent message, or a person's composer. */
interface Target {
  /** Its links that may be unfurled. */
  urls: readonly string[];
  attachments: readonly JsonObject[];
  put(attachments: JsonObject[]): void;
}

/**
 * chat.unfurl: shows cards below a message for its links. A later card for the same link replaces the earlier one. A link
 * with both an unfurl and a Work Object has the latter, as in a client that knows Work Objects.
 */
export const unfurlLinks = method({
  scopes: ["links:write"],
  args: z.object({
    channel: z.string().optional(),
    ts: z.string().optional(),
    unfurl_id: z.string().optional(),
    source: z.enum(["composer", "conversations_history"]).optional(),
    unfurls: Unfurls,
    metadata: Metadata,
  }),
  run({ unfurls: plain, metadata, ...where }, { workspace }) {
    if (!plain && !metadata) throw new SlackRefusal("missing_unfurls");
    const unfurls = plain ?? {};
    const target = findTarget(workspace, where);
    const entities = new Map(
      acceptedEntities(metadata?.entities, "error_processing_metadata").map((entity) => {
        const { app_unfurl_url: url } = entity;
        if (url === undefined) throw new SlackRefusal("error_processing_metadata");
        return [url, entity];
      }),
    );
    const urls = new Set([...Object.keys(unfurls), ...entities.keys()]);
    if ([...urls].some((url) => !target.urls.includes(url))) throw new SlackRefusal("cannot_unfurl_url");
    const added = [...urls].flatMap((url) => {
      const [entity, content = {}] = [entities.get(url), unfurls[url]];
      const plain = Object.keys(content).length === 0 ? [] : [unfurled(workspace, url, content)];
      return entity && showsEntities(workspace, entity)
        ? [{ ...cardOf(entity), ...unfurlFacts(workspace, url) }]
        : plain;
    });
    const kept = target.attachments.filter(({ app_unfurl_url: url }) => !urls.has(String(url)));
    // Slack counts a message's attachments from 1.
    target.put([...kept, ...added].map((attachment, index) => ({ ...attachment, id: index + 1 })));
    workspace.changes.bump();
    return {};
  },
});

type Where = Partial<Record<"channel" | "ts" | "unfurl_id" | "source", string | undefined>>;

function findTarget(workspace: Workspace, { channel, ts, unfurl_id, source }: Where): Target {
  if (unfurl_id === undefined && source === undefined) {
    if (channel === undefined) throw new SlackRefusal("missing_channel");
    if (ts === undefined) throw new SlackRefusal("missing_ts");
    return channel === "COMPOSER" ? inComposer(workspace, ts) : inMessage(workspace, channel, ts);
  }
  if (unfurl_id === undefined) throw new SlackRefusal("missing_unfurl_id");
  if (source === undefined) throw new SlackRefusal("missing_source");
  if (source === "composer") return inComposer(workspace, unfurl_id);
  const [, channelId = "", messageTs = ""] = /^(\w+)\.(\d+\.\d+)\./u.exec(unfurl_id) ?? [];
  return inMessage(workspace, channelId, messageTs);
}

function inMessage(workspace: Workspace, channelId: string, ts: string): Target {
  const channel = workspace.channels.get(channelId);
  if (!channel) throw new SlackRefusal("cannot_find_channel");
  const isIt = (candidate: StoredMessage) => candidate.ts === ts && !candidate.visibleTo;
  const message = channel.messages.find(isIt);
  if (!message) throw new SlackRefusal("cannot_find_message");
  return {
    urls: linksOf(workspace, message).map(({ url }) => url),
    attachments: message.attachments ?? [],
    put: (attachments) => void (message.attachments = attachments),
  };
}

function inComposer({ composed }: Workspace, unfurlId: string): Target {
  const found = [...composed.values()].find((candidate) => candidate.unfurlId === unfurlId);
  if (!found) throw new SlackRefusal("cannot_find_message");
  return {
    urls: found.links.map(({ url }) => url),
    attachments: found.attachments,
    put: (attachments) => void (found.attachments = attachments),
  };
}

function unfurled(workspace: Workspace, url: string, content: JsonObject): JsonObject {
  const [attachment] = accepted(workspace, content);
  if (jsonObjects(content.blocks).some(({ type }) => type === "rich_text"))
    // https://docs.slack.dev/messaging/unfurling-links-in-messages: none in chat.unfurl
    throw new SlackRefusal("invalid_blocks", ["[ERROR] unsupported type: rich_text"]);
  return { fallback: "[no preview available]", ...attachment, ...unfurlFacts(workspace, url) };
}

function unfurlFacts({ app: { id: app_id, botId: bot_id } }: Workspace, url: string): JsonObject {
  return { bot_id, app_id, app_unfurl_url: url, is_app_unfurl: true };
}

function accepted(workspace: Workspace, content: JsonObject): JsonObject[] {
  try {
    return acceptedContent(workspace, { attachments: [content] }).attachments ?? [];
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    throw new SlackRefusal("invalid_blocks", error.messages);
  }
}
