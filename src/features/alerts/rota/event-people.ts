import type ICAL from "ical.js";
import { oneLine, truncate } from "../../../lib/text.ts";

/** A person as a feed names them. */
export interface FedPerson {
  name: string;
  email: string | undefined;
}

const longestName = 100;
/** More people than that are not on call. */
const mostPeople = 5;

/**
 * The people who are on call by an event: those who were invited, or the one in its title. The organizer isn't one of
 * them, because they often only wrote it down.
 */
export function peopleOf({ component, summary }: ICAL.Event): FedPerson[] {
  const title = typeof summary === "string" ? oneLine(summary) : "";
  const organizer = addressOf(component.getFirstProperty("organizer"));
  const invited = component.getAllProperties("attendee").filter(isComing).map(personIn);
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
function isComing(attendee: ICAL.Property): boolean {
  const [kind, answer] = ["cutype", "partstat"].map((each) => String(attendee.getParameter(each) ?? ""));
  return !/^(?:resource|room|group)$/i.test(kind ?? "") && !/^declined$/i.test(answer ?? "");
}

function personIn(attendee: ICAL.Property): { name: string | undefined; email: string | undefined } {
  const email = addressOf(attendee);
  const name = oneLine(String(attendee.getParameter("cn") ?? ""));
  // Google writes the address here too if it has no name.
  return { name: name === "" || emailIn(name) ? undefined : name, email };
}

function addressOf(property: ICAL.Property | null): string | undefined {
  return emailIn(String(property?.getFirstValue() ?? ""));
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
