import { oneLine, truncate } from "../../../lib/text.ts";
import { type FeedLine, type FeedPart, lineOf, textOf } from "./feed-lines.ts";

/** A person as a feed names them. */
export interface FedPerson {
  name: string;
  email: string | undefined;
}

const longestName = 100;
/** What is looked at of a title. */
const longestTitle = 500;
/** More people than that are not on call. */
const mostPeople = 5;

/**
 * The people who are on call by an event: those who were invited, or the one in its title. The organizer isn't one of
 * them, because they often only wrote it down.
 */
export function peopleOf(event: FeedPart): FedPerson[] {
  const title = oneLine(textOf(lineOf(event, "SUMMARY")).slice(0, longestTitle));
  const organizer = addressOf(lineOf(event, "ORGANIZER"));
  const attendees = event.lines.filter(({ name }) => name === "ATTENDEE");
  const invited = attendees.filter(isComing).map(personIn);
  const guests = invited.length > 1 ? invited.filter(({ email }) => email !== organizer) : invited;
  const titled = nameIn(title);
  const named = guests.filter(({ name, email }) => isIn(title, name) || isIn(title, email));
  const people = (named.length > 0 ? named : guests).slice(0, mostPeople);
  if (people.length === 0) return [{ name: cut(titled), email: emailIn(title) }];
  // Feeds of PagerDuty have the address alone here, and the name in the title.
  const alone = people.length === 1 ? titled : "";
  return people.map(({ name, email }) => ({ name: cut(name ?? (alone || email || "")), email }));
}

/** A room isn't a person, and who declined isn't on call. */
function isComing({ params }: FeedLine): boolean {
  const [kind, answer] = ["CUTYPE", "PARTSTAT"].map((each) => params.get(each) ?? "");
  return !/^(?:resource|room|group)$/i.test(kind ?? "") && !/^declined$/i.test(answer ?? "");
}

function personIn(attendee: FeedLine): { name: string | undefined; email: string | undefined } {
  const email = addressOf(attendee);
  const name = oneLine((attendee.params.get("CN") ?? "").slice(0, longestTitle));
  // Google writes the address here too if it has no name.
  return { name: name === "" || emailIn(name) ? undefined : name, email };
}

/** A line break in an address comes from broken folding. */
function addressOf(line: FeedLine | undefined): string | undefined {
  return emailIn(line?.value.slice(0, longestTitle).replace(/\s/g, "") ?? "");
}

function isIn(title: string, words: string | undefined): boolean {
  return words !== undefined && title.toLowerCase().includes(words.toLowerCase());
}

function emailIn(text: string): string | undefined {
  return /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/.exec(text)?.[0].toLowerCase();
}

/**
 * The name in a title. PagerDuty writes "On Call - Ana Lima - Primary", Grafana OnCall "[L1] ana", and people "Ana Lima
 * (on-call)" or "On call: Ana Lima".
 */
function nameIn(title: string): string {
  const bare = title
    .replace(/^\s*\[L\d\]\s*/i, "")
    .replace(/^\s*on[ -]?call\s*[-:–—]\s*/i, "")
    .replace(/\s*\(?\s*(?:is\s+)?on[ -]?call\b.*$/i, "");
  const [name = ""] = bare.split(/\s+[-–—|]\s+/);
  return name.trim() === "" ? title.trim() : name.trim();
}

function cut(name: string): string {
  return truncate(name, longestName);
}
