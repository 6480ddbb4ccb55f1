import { z } from "zod";
import { erasedName } from "../../../platform/access/known-people.ts";
import { JsonText } from "../../../lib/json.ts";

/** Who is erased, and what stands in their place. */
export const ErasedPerson = z.object({
  userId: z.string(),
  /** Their names and handles, as Slack and our own records have them. */
  names: z.array(z.string()),
  /** The ids of their direct messages with the app. */
  direct: z.array(z.string()),
  /** An id that says nothing of them. */
  pseudonym: z.string(),
});
export type ErasedPerson = z.output<typeof ErasedPerson>;

/** True for a text that names the person by an id. */
export function mentions({ userId, direct }: ErasedPerson, text: string): boolean {
  return [userId, ...direct].some((id) => tokenOf(id).test(text));
}

/**
 * A text of any kind without the person. JSON stays JSON, and the same text is returned if nothing is in it. With
 * `isOfPeople`, a `name` beside their id is theirs. Elsewhere it is the name of what they made.
 */
export function withoutPerson(text: string, person: ErasedPerson, isOfPeople = false): string {
  const value = jsonIn(text);
  if (value === undefined) return withoutIds(text, person);
  const isTheirsAsSubject = isAboutRole(value) && mentions(person, text);
  const made = JSON.stringify(cleared(value, { person, isOfPeople, isTheirsAsSubject }));
  return made === JSON.stringify(value) ? text : made;
}

/** The names and direct messages beside a person's id in a record. */
export function factsBeside(
  text: string,
  { userId }: Pick<ErasedPerson, "userId">,
  isOfPeople: boolean,
): Pick<ErasedPerson, "names" | "direct"> {
  const [names, direct] = [new Set<string>(), new Set<string>()];
  function visit(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const fields = Object.entries(value);
    for (const [field, each] of fields) {
      if (typeof each !== "string" || each === userId) continue;
      if (field === "channelId" && isAbout(value, userId) && /^D[A-Z0-9]{6,}$/.test(each)) direct.add(each);
      if (each.length > 1 && isNameIn(value, field, userId, isOfPeople)) names.add(each);
    }
    for (const [, each] of fields) visit(each);
  }
  visit(jsonIn(text));
  return { names: [...names], direct: [...direct] };
}

const Json = JsonText.pipe(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]));

/** The object or list that a text is. */
export function jsonIn(text: string): object | undefined {
  return /^\s*[[{]/.test(text) ? Json.safeParse(text).data : undefined;
}

/** True for an object with the person's id as its own, and not as that of who made it. */
function isAbout(value: object, userId: string): boolean {
  return ("userId" in value && value.userId === userId) || ("id" in value && value.id === userId);
}

/** True for a person's name beside their id: `userName` beside `userId`, or `takenByName` beside `takenBy`. */
function isNameIn(value: object, field: string, userId: string, isOfPeople: boolean): boolean {
  if (field === "name") return isOfPeople && isAbout(value, userId);
  if (!field.endsWith("Name")) return false;
  const of = field.slice(0, -"Name".length);
  return [of, `${of}Id`].some((each) => Reflect.get(value, each) === userId);
}

/** An entry of the audit log about a role has its person's name as the subject. */
function isAboutRole(value: object): boolean {
  return "action" in value && String(value.action).startsWith("access.");
}

interface How {
  person: ErasedPerson;
  isOfPeople: boolean;
  isTheirsAsSubject: boolean;
}

function cleared(value: unknown, how: How): unknown {
  const { person, isOfPeople, isTheirsAsSubject } = how;
  if (typeof value === "string") return withoutPerson(value, person, isOfPeople);
  if (typeof value !== "object" || value === null) return value;
  const inner = { ...how, isTheirsAsSubject: false };
  if (Array.isArray(value)) return value.map((each) => cleared(each, inner));
  const fields = Object.entries(value);
  // A rota may have a name without an id.
  const isUnknown = isOfPeople && !("id" in value) && !("userId" in value);
  const isTheirName = (field: string, each: unknown) =>
    typeof each === "string" &&
    isNameOf(each, person) &&
    ((isUnknown && field === "name") ||
      isNameIn(value, field, person.userId, isOfPeople) ||
      (isTheirsAsSubject && field === "subject"));
  return Object.fromEntries(
    fields.map(([field, each]) => [
      withoutIds(field, person),
      isTheirName(field, each) ? erasedName : cleared(each, inner),
    ]),
  );
}

function isNameOf(text: string, { names }: ErasedPerson): boolean {
  return names.some((name) => name.toLowerCase() === text.replace(/^@/, "").toLowerCase());
}

/** Ids everywhere, and names of several words: one word may be the name of a service too. */
function withoutIds(text: string, { userId, names, direct, pseudonym }: ErasedPerson): string {
  let left = text.replaceAll(tokenOf(userId, "g"), pseudonym);
  for (const id of direct) left = left.replaceAll(tokenOf(id, "g"), `D${pseudonym.slice(1)}`);
  for (const name of names.filter((each) => /\S\s+\S/.test(each)))
    left = left.replaceAll(wordsOf(name), erasedName);
  return left;
}

function tokenOf(id: string, flags = ""): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${id}(?![A-Za-z0-9])`, flags);
}

function wordsOf(name: string): RegExp {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, "giu");
}
