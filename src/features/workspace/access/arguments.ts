import { channelId, textOf } from "../../../lib/kinds.ts";
import { AppError } from "../../../lib/errors.ts";
import { nearest, truncate } from "../../../lib/text.ts";
import type { Grantee } from "../../../platform/access/grants.ts";
import { Role } from "../../../platform/access/role.ts";
import { group, person } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { namedChannelKind } from "../../../platform/commands/arguments/slack.ts";
import * as texts from "./texts.ts";

/** Who has a role. One of the three is given. */
export const granteeArguments = {
  person: person.optional(),
  group: group.optional(),
  channel: argument(namedChannelKind, textOf(channelId))
    .optional()
    .describe("A channel, and so everyone in it"),
};

/** Who is meant. Fails as user unless it is just one. */
export function granteeOf(
  given: { person?: string | undefined; group?: string | undefined; channel?: string | undefined },
  example: string,
): Grantee {
  const [only, another] = [
    { kind: "user" as const, id: given.person },
    { kind: "group" as const, id: given.group },
    { kind: "channel" as const, id: given.channel },
  ].flatMap(({ kind, id }): Grantee[] => (id === undefined ? [] : [{ kind, id }]));
  if (!only) throw new AppError("user", texts.whichGrantee(example));
  if (another) throw new AppError("user", texts.oneGrantee(example));
  return only;
}

/** The arguments for a grantee, as buttons pass them. */
export function argumentsFor({ kind, id }: Grantee): Readonly<Record<string, string>> {
  return { [kind === "user" ? "person" : kind]: id };
}

/** A role, as the first of the words that are left. `example` is for what is refused. */
export function roleArgument(example: string) {
  const kind: ArgumentKind = {
    slot: "role",
    take(words) {
      const [word = "", ...rest] = words.split(" ");
      return word === "" ? undefined : { value: roleIn(word, example), rest: rest.join(" ") };
    },
    write: String,
  };
  return argument(kind, Role.describe("The role"));
}

/** Reads a role. Fails as user with the nearest one. */
function roleIn(word: string, example: string): Role {
  const role = Role.options.find((name) => name === word.toLowerCase());
  if (role) return role;
  const near = nearest(word, Role.options);
  const hint = near ? texts.didYouMean(near) : texts.allRoles;
  throw new AppError("user", texts.badRole(texts.notARole(truncate(word, 40)), hint, example));
}
