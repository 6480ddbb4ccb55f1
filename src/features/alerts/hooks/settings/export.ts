import { yamlOf } from "./yaml.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { preformatted } from "../../../../platform/blocks/preformatted.ts";
import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import type { AlertsContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { type NamedHook } from "../named.ts";
import { hookInMrkdwn, nothingAfter } from "../parts.ts";

// With the words around it, a message holds no more.
const longestShown = 7_500;

/** Shows the asker a hook's settings as YAML; what is too long for a message comes as a file in their direct messages. */
export async function exportHook(
  { hook, rest }: NamedHook,
  { messenger }: Pick<AlertsContext, "messenger">,
  { userId }: Asker,
): Promise<Reply> {
  nothingAfter(rest, `/db hook export ${hook.name}`);
  const yaml = await yamlOf(hook);
  const what = `The settings of ${hookInMrkdwn(hook)}`;
  const hint = "Its address and secrets are not among them.";
  const importing = actions([commandButton("Import", `hook import ${hook.id}`)]);
  if (yaml.length <= longestShown) {
    const text = `${what} as YAML:`;
    return reply(`${text} they are shown below. ${hint}`, [
      section(text),
      preformatted(yaml),
      smallPrint(hint),
      importing,
    ]);
  }
  const { channelId } = await messenger.post(userId, say(`${what} as a file, which follows. ${hint}`));
  const file = { name: `${hook.name}.yaml`, title: `${hook.name}.yaml`, bytes: Buffer.from(yaml) };
  await messenger.share(file, { channelId, comment: hint });
  const text = `${what} are in your direct messages, as a file: they are too long for a message.`;
  return reply(text, [section(text), importing]);
}
