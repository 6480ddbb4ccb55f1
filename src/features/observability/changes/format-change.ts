import { escapeName } from "../../../platform/blocks/escape.ts";
import type { NamedPlace } from "../target.ts";
import { wordOfPlace } from "../choose-target.ts";
import type { WantedChange } from "./change.ts";

/** What a change does. */
export type Deed = "create" | "update" | "delete";

/** What a change does, and to what kind of thing. */
export function deedOf({ kind }: WantedChange): { deed: Deed; noun: "dashboard" | "alert" } {
  const noun = kind.endsWith("alert") ? "alert" : "dashboard";
  if (kind.startsWith("create")) return { deed: "create", noun };
  return { deed: kind.startsWith("update") ? "update" : "delete", noun };
}

/** The name that a thing had when its person saw it, or is to have; undefined where it has none. */
export function nameOf(wanted: WantedChange): string | undefined {
  switch (wanted.kind) {
    case "create-dashboard":
    case "create-alert":
      return wanted.body.name || undefined;
    case "update-dashboard":
    case "update-alert":
      return wanted.seen.name || undefined;
    default:
      return wanted.name || undefined;
  }
}

/** As in "the alert “Checkout errors”", in mrkdwn. */
export function thingInWords(wanted: WantedChange): string {
  const { noun } = deedOf(wanted);
  const name = nameOf(wanted);
  return name === undefined ? `the ${noun} without a name` : `the ${noun} “${escapeName(name)}”`;
}

/** As in "the alert “Checkout errors” of orders prod", in mrkdwn. */
export function thingInPlace({ wanted, place }: { wanted: WantedChange; place: NamedPlace }): string {
  return `${thingInWords(wanted)} of ${escapeName(place.name)}`;
}

/** A command on a thing of its kind in its place, as in "alerts show a1 orders". */
export function commandOn(
  { wanted, place }: { wanted: WantedChange; place: NamedPlace },
  ...words: string[]
): string {
  return [`${deedOf(wanted).noun}s`, ...words, wordOfPlace(place)].join(" ");
}

/** The same at the beginning of a sentence. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
