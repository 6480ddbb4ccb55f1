import { actions } from "../blocks/button.ts";
import { commandButtonAfter } from "../blocks/command-button.ts";
import { code, visible } from "../blocks/escape.ts";
import { fenced, preformatted } from "../blocks/preformatted.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { context as smallPrint, section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import { foldName } from "../lib/text.ts";
import type { Hook, HookMapping } from "../store/alerts/hook.ts";
import { mappingInWords, readMapping } from "./hook-map-words.ts";
import { type NamedHook, changeHook } from "./hook-named.ts";
import { hookInMrkdwn, showButton, testButton } from "./hook-parts.ts";

/** Says where in a body that no parser knows the parts of an alert are; shows what was said, or takes it back. */
export async function mapHook({ hook, rest }: NamedHook, context: WorkspaceContext): Promise<Reply> {
  if (rest.trim() === "") return hook.mapping ? shown(hook, hook.mapping) : howTo(hook);
  const mapping = foldName(rest) === "off" ? undefined : readMapping(rest, hook.name);
  const changed = await changeHook(hook, context, (present) => ({ ...present, mapping }));
  if (mapping) return shown(changed, mapping);
  const text = `The mapping of ${hookInMrkdwn(hook)} is gone: only bodies that are known by their shape are read now.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

function shown(hook: Hook, mapping: HookMapping): Reply {
  const headline = `${hookInMrkdwn(hook)} reads a body that is not known by its shape like this:`;
  const lines = Object.entries(mapping).map(([part, path]) => `• ${part}: ${code(path)}`);
  const again = `/db hook map ${hook.name} ${mappingInWords(mapping)}`;
  const small = "To change it, send the whole command anew. What is not at its path is left out.";
  const question = {
    title: "Take the mapping back?",
    text: `Bodies that “${visible(hook.name)}” reads by it are shown as raw text from then on.`,
    yes: "Take it back",
    no: "Keep it",
  };
  return reply([headline, ...lines, fenced(again), small].join("\n"), [
    section([headline, ...lines].join("\n")),
    preformatted(again),
    smallPrint(small),
    actions([testButton(hook), commandButtonAfter(question, "Take it back", `hook map ${hook.id} off`)]),
  ]);
}

function howTo(hook: Hook): Reply {
  const headline = `${hookInMrkdwn(hook)} has no mapping: bodies are read by their shape, and what has none that is known is shown as raw text.`;
  const explained =
    "To read them, say where in the body each part is, with dots from the outside to the inside and numbers for lists. `title` is needed; `body`, `state`, `key` (the same for one alert in all its states), `link`, `group` and `severity` may follow:";
  const example = `/db hook map ${hook.name} title=alert.name body=alert.text state=status key=alert.id link=links.0.url`;
  return reply([headline, explained, fenced(example)].join("\n"), [
    section(`${headline}\n${explained}`),
    preformatted(example),
    actions([showButton(hook)]),
  ]);
}
