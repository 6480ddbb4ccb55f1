import { initialValues } from "../../src/sandbox/slack/element-state.ts";
import type { Channel, Message, Person, View, World } from "../../src/sandbox/slack/protocol.ts";

const person = (id: string, realName: string, more: Partial<Person> = {}): Person => ({
  id,
  name: realName.split(" ")[0]?.toLowerCase() ?? "",
  realName,
  isAdmin: false,
  isBot: false,
  tz: "Europe/Berlin",
  color: "#2b7a78",
  ...more,
});

/** 2026-11-20 10:00 UTC, which is 11 o'clock in Berlin. */
export const tenUtcSeconds = 1_795_168_800;

/** A message from the app unless `more` says otherwise. */
export function message(ts: number, more: Partial<Message>): Message {
  return {
    ts: `${ts}.000100`,
    user: "UAPP",
    text: "",
    ephemeral: false,
    fromSlack: false,
    edited: false,
    ...more,
  };
}

/** A modal with these blocks. */
export function modal(blocks: View["blocks"], more: Partial<View> = {}): View {
  return {
    id: "V1",
    hash: "1",
    type: "modal",
    callbackId: "form",
    title: "Create a service",
    submit: "Create",
    close: "Cancel",
    blocks,
    values: initialValues(blocks, undefined),
    errors: {},
    busy: false,
    ...more,
  };
}

/** A channel that Ada and the app are in. */
export function channel(id: string, name: string, more: Partial<Channel> = {}): Channel {
  return { id, name, isPrivate: false, isDirect: false, hasApp: true, topic: "", messages: [], ...more };
}

/** A small workspace: two people and the app, three channels, a direct message and the app's conversation. */
export function smallWorld(more: Partial<World> = {}): World {
  const ada = person("UADA", "Ada Park", { isAdmin: true });
  return {
    version: 1,
    team: { id: "T1", name: "Acme" },
    me: ada,
    people: [
      ada,
      person("UBEN", "Ben Okafor", { tz: "America/New_York", color: "#b5542b" }),
      person("UAPP", "Quartermaster", { isBot: true, tz: "UTC", color: "#4a5568" }),
    ],
    app: { name: "Quartermaster", botUserId: "UAPP", connected: true },
    channels: [
      channel("COPS", "ops", { topic: "Running the databases" }),
      channel("CGEN", "general"),
      channel("CSEC", "payroll", { isPrivate: true }),
      channel("DBEN", "Ben Okafor", { isDirect: true, hasApp: false }),
      channel("DAPP", "Quartermaster", { isDirect: true }),
    ],
    commands: [
      {
        command: "/db",
        description: "Create services, list backups, read costs",
        usageHint: "[help | create | services | backups <service> | costs [range]]",
      },
      { command: "/dbadmin", description: "Settings for this workspace", usageHint: "" },
    ],
    home: null,
    modals: [],
    settings: { rateLimitPosts: true },
    ...more,
  };
}

/** `world` with other messages in one of its channels. */
export function withMessages(world: World, channelId: string, messages: Message[]): Pick<World, "channels"> {
  const channels = world.channels.map((channel) =>
    channel.id === channelId ? { ...channel, messages } : channel,
  );
  return { channels };
}
