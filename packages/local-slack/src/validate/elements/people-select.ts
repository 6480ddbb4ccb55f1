import { z } from "zod";
import { conversationFilter } from "../composition.ts";
import { elementObject, type ElementKind } from "../surface.ts";
import { oneOf, selectKind, severalOf } from "./select.ts";

const ids = z.array(z.string()).optional();
const id = z.string().optional();
const responseUrlEnabled = z.boolean().optional();

const conversations = {
  default_to_current_conversation: z.boolean().optional(),
  filter: conversationFilter.optional(),
};

/** The menus that Slack fills with its own people, conversations and channels, single and multiple. */
export const peopleSelects: ElementKind[] = [
  selectKind("users_select", elementObject("users_select", { ...oneOf, initial_user: id })),
  selectKind("multi_users_select", elementObject("multi_users_select", { ...severalOf, initial_users: ids })),
  selectKind(
    "conversations_select",
    elementObject("conversations_select", {
      ...oneOf,
      ...conversations,
      initial_conversation: id,
      response_url_enabled: responseUrlEnabled,
    }),
  ),
  selectKind(
    "multi_conversations_select",
    elementObject("multi_conversations_select", {
      ...severalOf,
      ...conversations,
      initial_conversations: ids,
    }),
  ),
  selectKind(
    "channels_select",
    elementObject("channels_select", {
      ...oneOf,
      initial_channel: id,
      response_url_enabled: responseUrlEnabled,
    }),
  ),
  selectKind(
    "multi_channels_select",
    elementObject("multi_channels_select", { ...severalOf, initial_channels: ids }),
  ),
];
