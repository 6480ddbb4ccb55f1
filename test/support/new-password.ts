import { z } from "zod";
import type { View } from "@quartermaster/local-slack/person";
import { titled } from "./create-walk.ts";
import type { SeenMessage, SlackPerson } from "./slack-person.ts";

/** The action_id of the button that shows a new password. */
export const passwordButton = "show-password";

const Preformatted = z.looseObject({
  type: z.literal("rich_text"),
  elements: z.tuple([
    z.looseObject({
      type: z.literal("rich_text_preformatted"),
      elements: z.tuple([z.looseObject({ text: z.string() })]),
    }),
  ]),
});

/** The password that a modal shows, character for character. */
export function passwordIn({ blocks }: View): string {
  const found = blocks.map((block) => Preformatted.safeParse(block)).find(({ success }) => success);
  if (!found?.success) throw new Error("This modal shows no password.");
  return found.data.elements[0].elements[0].text;
}

/** True if the message or modal offers the password. */
export function offersPassword({ blocks }: Pick<SeenMessage | View, "blocks">): boolean {
  return JSON.stringify(blocks ?? []).includes(`"action_id":"${passwordButton}"`);
}

/** The value of the password's button in a message or modal. */
export function requestIdIn({ blocks }: Pick<SeenMessage | View, "blocks">): string {
  const [, id] = /"action_id":"show-password","value":"([^"]+)"/.exec(JSON.stringify(blocks)) ?? [];
  if (id === undefined) throw new Error("There is no button for a password.");
  return id;
}

/** Clicks the button in the modal about the created service, and reads the password. */
export async function readPassword(ada: SlackPerson): Promise<string> {
  await ada.click(await ada.waitForModal(titled("Created")), passwordButton);
  return passwordIn(await ada.waitForModal(titled("Password")));
}
