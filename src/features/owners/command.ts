import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { mentionOf } from "../../platform/access/person-names.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../platform/blocks/text.ts";
import { type Answer, type Found, command } from "../../platform/commands/command.ts";
import { listed } from "../../platform/commands/entry.ts";
import { z } from "zod";
import { changeOwner, checkOwner } from "./change.ts";
import type { OwnersContext } from "./context.ts";
import { ownedData } from "./data.ts";
import { entries } from "./entries.ts";
import { ownerButton } from "./form.ts";
import { setDigest } from "./digest/set.ts";
import { listOwners } from "./list.ts";
import { type OwnerWords, readOwnerWords, subcommandIn } from "./read-words.ts";
import { ownerParts, ownerSentence } from "./show.ts";
import { readTeam } from "./team.ts";
import * as texts from "./texts.ts";

/** `/db services owner [service] [@person] [team …] | none`: whom each service belongs to. */
export const owner = command({
  name: "owner",
  partOf: "services",
  summary: texts.summary,
  usage: "[<service> [@person] [team <name|@group>] | <service> none | digest on|off]",
  examples: [
    "/db services owner",
    "/db services owner orders prod @ada team payments",
    "/db services owner orders prod none",
    "/db services owner digest on",
  ],
  details: texts.details,
  args: z.string(),
  entries: listed(entries),
  calls: (words) => entries[subcommandIn(words)],

  async run(words, context: OwnersContext, asker): Promise<Answer> {
    const asked = readOwnerWords(words, await context.services.list(), asker.userId);
    switch (asked.subcommand) {
      case "list":
        return listOwners(asked.from, context);
      case "show":
        return showOwner(asked.service, context);
      case "none":
        return clearOwner(asked.service, context, asker.userId);
      case "set":
        return setOwner(asked, context, asker.userId);
      case "digest":
        return setDigest(asked.isOn, context, asker);
    }
  },
});

async function showOwner(name: string, context: OwnersContext): Promise<Found> {
  const service = await context.services.find(name);
  const known = await context.owners.of(service.serviceId);
  return {
    data: () => ownedData({ service, known }),
    draw() {
      const { owner: person, team } = ownerParts(known);
      const text = texts.ownedBy(service.name, person, team);
      const since = known && texts.since(known.since, known.by === "app" ? "the app" : mentionOf(known.by));
      return reply(since === undefined ? text : `${text} ${since}`, [
        section(text),
        actions([ownerButton(service, texts.buttons.change), allButton()]),
        ...(since === undefined ? [] : [smallPrint(since)]),
      ]);
    },
  };
}

async function setOwner(
  { service: name, owner: ownerId, team: words }: Extract<OwnerWords, { subcommand: "set" }>,
  context: OwnersContext,
  by: string,
): Promise<Reply> {
  const service = await context.services.find(name);
  if (ownerId !== undefined) await checkOwner(ownerId, context);
  const team =
    words === undefined ? undefined : /^none$/i.test(words) ? null : await readTeam(words, context);
  const known = await changeOwner(service, { ownerId, team }, context, by);
  return changedReply(ownerSentence(service.name, known));
}

async function clearOwner(name: string, context: OwnersContext, by: string): Promise<Reply> {
  const service = await context.services.find(name);
  await changeOwner(service, { ownerId: null, team: null }, context, by);
  return changedReply(ownerSentence(service.name, undefined));
}

function changedReply(text: string): Reply {
  return reply(text, [section(text), actions([allButton()])]);
}

function allButton() {
  return commandButton(texts.buttons.all, "services owner");
}
