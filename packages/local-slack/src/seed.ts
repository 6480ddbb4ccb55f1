import { addMessage } from "./messages.ts";
import type { Person, UserGroup } from "./protocol.ts";
import type { StoredChannel, Team, Workspace } from "./workspace.ts";

/** The default team. */
export const team: Team = { id: "T0ACME0001", name: "Acme", domain: "acme" };

/** The app's ids in a team. Its own id is the same in every team. */
export function appIds(home: Team): { id: string; botUserId: string; botId: string } {
  return { id: "A0QMASTER1", botUserId: idIn(home, "U0QMASTER1"), botId: idIn(home, "B0QMASTER1") };
}

/** Ids end like their team's, so two teams share none. */
function idIn({ id: teamId }: Team, id: string): string {
  return id.slice(0, -1) + teamId.slice(-1);
}

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
  { id: "C0GENERAL1", name: "general", topic: "Everything that concerns everyone", hasApp: false },
  { id: "C0PAYMENT1", name: "payments-private", topic: "Payments team", hasApp: false, isPrivate: true },
];

/** All people of the team, and the app's bot last. */
export function seedPeople(home: Team, appName: string): Map<string, Person> {
  const bot = {
    id: appIds(home).botUserId,
    name: appName.toLowerCase().replaceAll(/\W+/gu, "-"),
    realName: appName,
    isAdmin: false,
    tz: "UTC",
    color: "#4a5568",
  };
  const all: Person[] = [
    ...people.map((person) => ({
      ...person,
      id: idIn(home, person.id),
      isOwner: person.isAdmin,
      isBot: false,
    })),
    { ...bot, isOwner: false, isBot: true },
  ];
  return new Map(all.map((person) => [person.id, person]));
}

/** The team's channels, and a direct message of each person with the app. */
export function seedChannels(home: Team): Map<string, StoredChannel> {
  const named = channels.map((channel) => ({ isPrivate: false, ...channel }));
  const direct = people.map(({ id, name }) => ({
    id: id.replace("U", "D"),
    name,
    topic: "",
    hasApp: true,
    isPrivate: true,
    directWith: idIn(home, id),
  }));
  const all: StoredChannel[] = [...named, ...direct].map((channel) => ({
    ...channel,
    id: idIn(home, channel.id),
    isArchived: false,
    messages: [],
  }));
  return new Map(all.map((channel) => [channel.id, channel]));
}

/** The team's user groups, which messages mention as `<!subteam^ID>`. */
export function seedUserGroups(home: Team): UserGroup[] {
  const [ada, sam] = people;
  const users = [ada, sam].flatMap((person) => (person ? [idIn(home, person.id)] : []));
  return [{ id: idIn(home, "S0ONCALL01"), handle: "oncall", name: "On call", users }];
}

/** The first message in #databases, from a person to the team. */
export function seedWelcome(workspace: Workspace): void {
  const [ada] = workspace.people.values();
  const channel = workspace.channels.get(idIn(workspace.team, "C0DATABAS1"));
  const [command] = workspace.manifest.commands;
  if (!ada || !channel || !command) return;
  const text = `Welcome to #${channel.name}. ${workspace.app.name} is here with us: type \`${command.command} help\` to see what it does.`;
  addMessage(workspace, channel, { user: ada.id, text });
}
