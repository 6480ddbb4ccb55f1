import type { KnownBlock, UsersSelect } from "@slack/types";
import { plainText } from "../../../platform/blocks/text.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { PersonFacts } from "../../../platform/access/known-people.ts";
import { ownerButton } from "../form.ts";
import type { Ownership } from "../record.ts";
import { teamName } from "../team.ts";
import * as texts from "../texts.ts";

/** The choice of a new owner. Its block names the person who left. */
export const handoverActionId = "owner-handover";

const blockPrefix = "owner-handover:";
const mostShown = 20;

/** The id of the person who left, from the block of the choice. */
export function goneIn(blockId = ""): string | undefined {
  return blockId.startsWith(blockPrefix) ? blockId.slice(blockPrefix.length) : undefined;
}

/** Says who left and what they owned, and asks for a new owner: of all, or of each. */
export function handoverMessage({ userId, name }: PersonFacts, owned: readonly Ownership[]): Reply {
  const title = texts.handoverTitle(escapeName(name), owned.length);
  const shown = owned.slice(0, mostShown);
  const lines = shown.map(({ name: service, team }) =>
    texts.handoverLine(escapeName(service), team && escapeName(teamName(team))),
  );
  const more = owned.length > shown.length ? [texts.moreConcerns(owned.length - shown.length)] : [];
  const select: UsersSelect = {
    type: "users_select",
    action_id: handoverActionId,
    placeholder: plainText(texts.handoverChoice),
  };
  return reply([title, ...lines, ...more, texts.handoverHint].join("\n"), [
    section(title),
    ...shown.map((one, index): KnownBlock => ({
      ...section(lines[index] ?? ""),
      accessory: ownerButton(one, texts.buttons.choose),
    })),
    ...more.map((text) => smallPrint(text)),
    {
      type: "section",
      block_id: `${blockPrefix}${userId}`,
      text: section(texts.handoverAll).text,
      accessory: select,
    },
    smallPrint(texts.handoverHint),
  ]);
}
