import { writeWorkspaceFile } from "../../../platform/as-code/file.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { preformatted } from "../../../platform/blocks/preformatted.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { sendFile } from "../../../platform/jobs/send-file.ts";
import type { InstalledContext } from "../context.ts";
import * as texts from "./texts.ts";

// A message holds no more beside its other text.
const longestShown = 7_500;

/** Shows the workspace as YAML, or sends it as a file if it is too long for a message. */
export async function exportWorkspace(context: InstalledContext, { userId }: Asker): Promise<Reply> {
  const yaml = await writeWorkspaceFile(context.codeParts, context);
  if (yaml.length <= longestShown) {
    return reply(`${texts.exported} ${texts.exportHint}`, [
      section(texts.exported),
      preformatted(yaml),
      smallPrint(texts.exportHint),
      actions([commandButton(texts.applyButton, { call: "workspace_apply" })]),
    ]);
  }
  const file = { name: "workspace.yaml", bytes: Buffer.from(yaml) };
  const messages = { announced: say(texts.follows), refused: say(texts.refused) };
  await sendFile(userId, { file, ...messages, comment: texts.exportHint }, context.messenger);
  return say(texts.sent);
}
