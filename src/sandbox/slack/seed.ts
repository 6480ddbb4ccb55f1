import { addMessage } from "./messages.ts";
import type { Person, UserGroup } from "./protocol.ts";
import type { StoredChannel, Workspace } from "./workspace.ts";

/** The team everybody belongs to. */
export const team = { id: "T0ACME0001", name: "Acme", domain: "acme" };

/** The app's ids; its name comes from the manifest. */
export const appIds = { id: "A0QMASTER1", botUserId: "U0QMASTER1", botId: "B0QMASTER1" };

const people = [
  {
    id: "U0ADAPARK1",
    name: "ada",
    realName: "Ada Park",
    isAdmin: true,
    tz: "America/Los_Angeles",
    color: "#2f7d6b",
  },
  {
    id: "U0SAMRIV01",
    name: "sam",
    realName: "Sam Rivera",
    isAdmin: false,
    tz: "Europe/Madrid",
    color: "#9b5de5",
  },
  {
    id: "U0NOORHAD1",
    name: "noor",
    realName: "Noor Haddad",
    isAdmin: false,
    tz: "Asia/Dubai",
    color: "#d1495b",
  },
];

const channels = [
  { id: "C0DATABAS1", name: "databases", topic: "Our database services: ask, create, compare", hasApp: true },
  { id: "C0INCIDEN1", name: "incidents", topic: "What is broken now", hasApp: true },
  { id: "C0ALERTS01", name: "alerts", topic: "What our monitoring says", hasApp: true },
  { id: "C0GENERAL1", name: "general", topic: "Everything that concerns everybody", hasApp: false },
  { id: "C0PAYMENT1", name: "payments-private", topic: "Payments team", hasApp: false, isPrivate: true },
];

/** Everybody in the team, the app's bot last. */
export function seedPeople(appName: string): Map<string, Person> {
  const bot = {
    id: appIds.botUserId,
    name: appName.toLowerCase().replaceAll(/\W+/gu, "-"),
    realName: appName,
    isAdmin: false,
    tz: "UTC",
    color: "#4a5568",
  };
  const everybody = [...people.map((person) => ({ ...person, isBot: false })), { ...bot, isBot: true }];
  return new Map(everybody.map((person) => [person.id, person]));
}

/** The team's channels, and a direct message of each person with the app. */
export function seedChannels(): Map<string, StoredChannel> {
  const named = channels.map((channel) => ({ isPrivate: false, ...channel }));
  const direct = people.map(({ id, name }) => ({
    id: id.replace("U", "D"),
    name,
    topic: "",
    hasApp: true,
    isPrivate: true,
    directWith: id,
  }));
  const all: StoredChannel[] = [...named, ...direct].map((channel) => ({
    ...channel,
    isArchived: false,
    messages: [],
  }));
  return new Map(all.map((channel) => [channel.id, channel]));
}

/** The team's user groups, which messages mention as `<!subteam^ID>`. */
export function seedUserGroups(): UserGroup[] {
  const [ada, sam] = people;
  const users = [ada, sam].flatMap((person) => (person ? [person.id] : []));
  return [{ id: "S0ONCALL01", handle: "oncall", name: "On call", users }];
}

/** The first words in #databases, from a person to the team. */
export function seedWelcome(workspace: Workspace): void {
  const [ada] = people;
  const channel = workspace.channels.get("C0DATABAS1");
  const [command] = workspace.manifest.commands;
  if (!ada || !channel || !command) return;
  const text = `Welcome to #${channel.name}. ${workspace.app.name} is here with us: type \`${command.command} help\` to see what it does.`;
  addMessage(workspace, channel, { user: ada.id, text });
}
