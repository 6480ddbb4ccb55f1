import type { PersonFacts } from "./people.ts";
import { AppError } from "../../lib/errors.ts";
import { listInWords, oneLine, truncate } from "../../lib/text.ts";
import type { Grants } from "./grants.ts";
import type { KnownPeople } from "./known-people.ts";
import type { Standing } from "./standing.ts";
import { type Role, aRole } from "./role.ts";

const shownAdmins = 3;

interface Parts {
  grants: Pick<Grants, "list">;
  people: Pick<KnownPeople, "someAdmins">;
}

/** Why somebody may not do something: the role that it takes, what they are, who can change that, and how. */
export async function refusal(needed: Role, { role, facts }: Standing, parts: Parts): Promise<AppError> {
  const admins = await adminNames(parts);
  const who = [...admins.slice(0, shownAdmins).map(plain), "any admin or owner of this Slack workspace"];
  const how = `\`/db access grant ${facts ? `@${plain(facts.handle)}` : "@you"} ${needed}\``;
  return new AppError(
    "forbidden",
    `This takes the role ${needed}, and ${whatTheyAre(role, facts)}. ${capital(listInWords(who, "or"))} can give it to you with ${how}.`,
  );
}

function whatTheyAre(role: Role | undefined, facts: PersonFacts | undefined): string {
  if (role) return `you are ${aRole(role)} here`;
  if (facts?.isGone) return "the account that asks is deactivated in Slack";
  if (facts?.isGuest) return "guests have none here unless it is given to them by name";
  return "people from elsewhere have none here unless it is given to them by name";
}

/** By grant and in Slack, so far as it tells; without it, nobody by name. */
async function adminNames({ grants, people }: Parts): Promise<string[]> {
  const given = (await grants.list()).filter(({ kind, role }) => kind === "user" && role === "admin");
  const inSlack = await people.someAdmins().catch(() => []);
  return [...new Set([...inSlack, ...given].map(({ name }) => name))];
}

/** A name from elsewhere in a sentence that has code in it. */
function plain(name: string): string {
  return truncate(oneLine(name), 60).replaceAll("`", "'");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
