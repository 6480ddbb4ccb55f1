import { AppError } from "../../lib/errors.ts";
import { type Managed, type ManagedParts, labelOf } from "./managed.ts";
import type { CodePart, ShownIn } from "./part.ts";
import * as texts from "./texts.ts";

/** Says where people see and change things that a file manages them, before anyone types. */
export type ManagedPlaces = ReturnType<typeof managedPlaces>;

type Place = { tab: string } | { list: string };

/** The places of a workspace that show parts which a file manages. */
export function managedPlaces(
  parts: readonly CodePart<never>[],
  managedParts: Pick<ManagedParts, "find">,
): {
  /** Fails as forbidden if a form would change what a file manages. `given` names what it is about. */
  refuseForm(this: void, form: string, given: Readonly<Record<string, unknown>>): Promise<void>;
  /** The note in mrkdwn above a tab, as in "admin access", or a list, by its entry. `about` is a tab's subject. */
  noteFor(this: void, place: Place, about?: string): Promise<string | undefined>;
} {
  /** What a file has of the parts in a place. */
  async function held(isThere: (shownIn: ShownIn) => boolean, about: readonly unknown[] | undefined) {
    const there = parts.filter(({ shownIn }) => isThere(shownIn));
    if (there.length === 0) return undefined;
    const managed = await managedParts.find();
    const found = there.flatMap((part) => heldOf(part, managed, about));
    return found.length === 0 ? undefined : { found, file: managed?.file };
  }

  return {
    async refuseForm(form, given) {
      const there = await held(({ forms }) => forms?.includes(form) ?? false, Object.values(given));
      const [first] = there?.found ?? [];
      if (!there || !first) return;
      const [label] = first.labels ?? [];
      throw new AppError(
        "forbidden",
        label === undefined
          ? texts.managedAll(first.part.nouns, there.file)
          : texts.managed(first.part.noun, label, there.file),
      );
    },
    async noteFor(place, about) {
      const there = await held(
        (shownIn) => isPlace(shownIn, place),
        about === undefined ? undefined : [about],
      );
      if (!there) return undefined;
      const lines = there.found.map(({ part, labels }) => texts.noted(part.nouns, labels));
      return texts.note(lines, there.file);
    },
  };
}

function isPlace({ tabs = [], lists = [] }: ShownIn, place: Place): boolean {
  if ("list" in place) return lists.includes(place.list);
  const [window = ""] = place.tab.split(" ");
  return tabs.includes(place.tab) || tabs.includes(window);
}

/** A part that a file has; with the names of the items if it governs only those. Nothing if it has none of these. */
function heldOf(
  part: CodePart<never>,
  managed: Managed | undefined,
  about: readonly unknown[] | undefined,
): { part: CodePart<never>; labels?: string[] }[] {
  const items = managed?.parts[part.name];
  if (!items) return [];
  if (!part.ignoresUnlisted) return [{ part }];
  const keys = about?.map((each) => String(each).toLowerCase());
  const labels = Object.entries(items)
    .filter(([key]) => keys?.includes(key.toLowerCase()) ?? true)
    .map(([key, item]) => labelOf(part, key, item));
  return labels.length === 0 ? [] : [{ part, labels }];
}
