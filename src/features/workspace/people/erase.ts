import { z } from "zod";
import { AppError, orUndefined } from "../../../lib/errors.ts";
import { textOf, userId } from "../../../lib/kinds.ts";
import { type PersonFacts, mentionOf } from "../../../platform/access/known-people.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { personKind } from "../../../platform/commands/arguments/slack.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { demandAdminNow } from "../access/revoke.ts";
import type { InstalledContext } from "../context.ts";

// Slack doesn't offer people who left in its list after @.
const bareId = /(?:^|\s)([UW][A-Z0-9]{6,30})(?=\s|$)/;

const personOrId: ArgumentKind = {
  ...personKind,
  take(words, mark) {
    const [, id] = bareId.exec(words) ?? [];
    return id === undefined ? personKind.take(words, mark) : { value: id, rest: words.replace(bareId, " ") };
  },
};

const example = "/db admin people erase @sam";

const unknowable = ["auth", "forbidden", "limited", "upstream", "missing"] as const;

async function factsOf(id: string, { messenger }: InstalledContext): Promise<PersonFacts | undefined> {
  return orUndefined(() => messenger.people.find(id), ...unknowable);
}

/** What an admin reads before, in mrkdwn. */
const question = (who: string, managed: boolean): string =>
  [
    `Erase ${who} from what I keep of this workspace? You can't undo this.`,
    "• *Goes:* their role, tokens of their programs, half-filled forms, conversations, proposals, and reports in their direct messages. Services that they own then have no owner: hand them over first with `/db services owner handover`.",
    "• *Stays under a pseudonym:* what they did, in the audit log, in alerts, in approvals and in settings. The audit log keeps each entry and its order.",
    "• *Can't go:* messages in Slack, lines that your log collector has, backups of Redis until they are deleted, and feeds of rotas, which I read again. Delete their name there.",
    ...(managed
      ? ["• *Comes back:* what a file for this workspace says of them. Take them out of that file first."]
      : []),
    "If they still use me, their id comes back with what they do next.",
  ].join("\n");

/** `/db admin people erase @sam`. */
const erase = call({
  name: "people_erase",
  title: "Erase a person",
  summary: "Takes a person's id and names out of everything that is kept here.",
  effect: "destroy",
  access: "admin",
  line: ["admin people erase {person}", "admin people {person}"],
  verb: "erase",
  missing: {
    person: `Choose a person from Slack's list after @, or give the id of someone who left. For example: \`${example}\` or \`/db admin people erase U0123ABCD\`.`,
  },
  args: z.object({
    person: argument(personOrId, textOf(userId)).describe("The Slack id of the person"),
  }),
  asks: {
    means: ["=erase {person}", "=anonymize {person}", "=anonymise {person}"],
    around: "delete want audit time",
    says: ["Erase {person} from all that I keep"],
  },
  async confirm({ person }, context: InstalledContext, asker) {
    if (person === asker.userId)
      throw new AppError("user", `You can't erase yourself. Ask another admin: \`${example}\`.`);
    await demandAdminNow(context, asker);
    const facts = await factsOf(person, context);
    if (facts?.isBot) throw new AppError("user", `${facts.name} is an app. You can erase people only.`);
    const managed = await context.managedParts.find();
    return {
      text: question(facts ? `*${escapeName(facts.name)}*` : mentionOf(person), managed !== undefined),
      yes: "Erase",
    };
  },
  async run({ person }, context: InstalledContext, asker) {
    await demandAdminNow(context, asker);
    const facts = await factsOf(person, context);
    const names = facts ? [facts.name, facts.handle] : [];
    const direct = facts && !facts.isGone ? await tellThem(person, context) : [];
    const pseudonym = await context.audit.change(
      { action: "person.erase" },
      () => context.erasePerson({ userId: person, names, direct }),
      (made) => ({ after: { pseudonym: made } }),
    );
    return say(
      `I'm erasing them. It takes about two minutes, and a restart doesn't stop it. From then on they are ${code(pseudonym)} in the audit log. Messages that I posted in Slack stay: delete them there if they must go.`,
    );
  },
});

/** Tells someone who is still there, and finds out which direct messages are theirs. */
async function tellThem(userId: string, { messenger }: InstalledContext): Promise<string[]> {
  const words = say(
    "An admin of this app is erasing what I keep about you. What you do with me from now on is kept again. Messages stay in Slack: delete them here if you like.",
  );
  const posted = await orUndefined(() => messenger.post(userId, words), ...unknowable);
  return posted && posted.channelId.startsWith("D") ? [posted.channelId] : [];
}

/** `/db admin people …`: erasing people. */
export const people = commandOf({
  name: "people",
  partOf: "admin",
  summary: "Erases a person who left, or who asks for it, from everything that is kept here.",
  examples: [example],
  details:
    "Their id and their names go from records, forms, conversations, rotas and waiting work. In the audit log and in what others rely on, a pseudonym stands in their place. It asks first, and says what goes and what stays. docs/privacy.md lists everything that is kept about people.",
  calls: [erase],
});
