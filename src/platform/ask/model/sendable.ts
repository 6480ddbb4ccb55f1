import { type Role, isAtLeast } from "../../access/role.ts";
import type { Entry } from "../../commands/entry.ts";
import type { WorkspaceContext } from "../../context.ts";
import { utcDay } from "../../../lib/day.ts";
import { holdsSecret } from "../../../lib/secrets-in-text.ts";
import { foldName } from "../../../lib/text.ts";
import type { ModelQuestion } from "./request.ts";

/** A sentence that isn't clear without a model. */
export interface Unclear {
  /** The asker's own words. Never another person's. */
  sentence: string;
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
  /** All that the workspace has. */
  names: readonly { kind: string; name: string }[];
}

/** The kinds of names that may leave, with their label. An entry's argument for one has the kind's name. */
const kinds: Readonly<Record<string, string>> = {
  service: "services",
  hook: "hooks",
  preset: "presets",
  dashboard: "dashboards",
  connection: "connections",
};

// An audit entry holds 16,000 characters, and has all names that were sent.
const mostNames = { ofKind: 100, characters: 2_000 };
const longestName = 100;

/** The question with what its asker may do and see. Undefined if that is nothing or isn't known, or if it has a secret. */
export async function sendable(
  { sentence, names, ...person }: Unclear,
  entries: readonly Entry[],
  {
    access,
    now,
    log,
  }: Pick<WorkspaceContext, "now" | "log"> & {
    access: Pick<WorkspaceContext["access"], "roleOf">;
  },
): Promise<ModelQuestion | undefined> {
  if (holdsSecret(sentence)) return undefined;
  let role: Role | undefined;
  try {
    role = await access.roleOf(person);
  } catch (err) {
    log.info({ err }, "asked no model, because the person's role isn't known");
  }
  const allowed = entries.filter((entry) => isAtLeast(role, entry.access));
  if (allowed.length === 0) return undefined;
  return { sentence, entries: allowed, names: namesFor(allowed, names, sentence), today: utcDay(now()) };
}

/**
 * The names that these entries take, by label. Of many, those with a word of the sentence come first. The titles of
 * dashboards are words of people about anything, so the others stay here.
 */
function namesFor(
  entries: readonly Entry[],
  names: Unclear["names"],
  sentence: string,
): Record<string, string[]> {
  const said = new Set(wordsOf(sentence));
  const isSaid = (name: string) => wordsOf(name).some((word) => said.has(word));
  const lists = Object.entries(kinds).map(([kind, label]): [string, string[]] => {
    if (!entries.some(({ args }) => kind in args.shape)) return [label, []];
    const own = names.filter(
      (each) =>
        each.kind === kind && each.name.length <= longestName && (kind !== "dashboard" || isSaid(each.name)),
    );
    const unique = [...new Set(own.map(({ name }) => name))];
    return [label, fitting(unique.toSorted((a, b) => Number(isSaid(b)) - Number(isSaid(a))))];
  });
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

function fitting(names: readonly string[]): string[] {
  let length = 0;
  return names
    .slice(0, mostNames.ofKind)
    .filter((name) => (length += JSON.stringify(name).length + 1) <= mostNames.characters);
}

function wordsOf(text: string): string[] {
  return foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
}
