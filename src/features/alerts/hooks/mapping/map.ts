import { pathsToMap } from "./paths-to-map.ts";
import { type WholeText, wholeText } from "../../message/whole-text.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../../platform/blocks/command-button.ts";
import { code, visible } from "../../../../platform/blocks/escape.ts";
import { fenced, preformatted } from "../../../../platform/blocks/preformatted.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import type { AlertsContext } from "../../context.ts";
import { foldName } from "../../../../lib/text.ts";
import type { Hook, HookMapping } from "../record.ts";
import { mappingInWords, readMapping } from "./read-words.ts";
import { type NamedHook, changeHook } from "../named.ts";
import { hookInMrkdwn, showButton } from "../parts.ts";

// One that came later stands before it.
const looksBack = 20;

/** Says where in a body that no parser knows the parts of an alert are; shows what was said, or takes it back. */
export async function mapHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  if (rest.trim() === "")
    return hook.mapping ? shown(hook, hook.mapping) : howTo(hook, await lastUnread(hook, context));
  const mapping = foldName(rest) === "off" ? undefined : readMapping(rest, hook.name);
  const changed = await changeHook(hook, context, (present) => ({ ...present, mapping }));
  if (mapping) return shown(changed, mapping);
  const text = `The mapping of ${hookInMrkdwn(hook)} is gone: bodies are read by their shape, or by what their parts are called.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

function shown(hook: Hook, mapping: HookMapping): Reply {
  const headline = `${hookInMrkdwn(hook)} reads bodies like this:`;
  const lines = Object.entries(mapping).map(([part, path]) => `• ${part}: ${code(path)}`);
  const again = `/db hook map ${hook.name} ${mappingInWords(mapping)}`;
  const small =
    "To change it, send the whole command anew. A body without a title there is read by its shape.";
  const question = {
    title: "Take the mapping back?",
    text: `“${visible(hook.name)}” reads bodies by their shape from then on, and shows those that have none it knows as raw text.`,
    yes: "Take it back",
    no: "Keep it",
  };
  return reply([headline, ...lines, fenced(again), small].join("\n"), [
    section([headline, ...lines].join("\n")),
    preformatted(again),
    smallPrint(small),
    actions([showButton(hook), commandButtonAfter(question, "Take it back", `hook map ${hook.id} off`)]),
  ]);
}

/** The text of the last delivery that could not be read, while its message still stands open. */
async function lastUnread({ id }: Hook, context: AlertsContext): Promise<WholeText | undefined> {
  const open = await context.incidents.open(id);
  const latest = await context.incidents.many(open.slice(0, looksBack));
  const unread = latest.find(({ latest: { isUnreadable } }) => isUnreadable);
  return unread && wholeText(unread, context);
}

/** The parts of a text of which only the beginning is kept cannot be told. */
function partsSeen(unread: WholeText | undefined): string[] {
  if (!unread) return [];
  if (unread.wholeBytes !== undefined)
    return [
      "The parts of the last one that could not be read cannot be listed any more: its whole text is no longer kept. Send it again to see them.",
    ];
  const paths = pathsToMap(unread.text);
  return paths.length === 0 ? [] : [["The last one that could not be read holds:", ...paths].join("\n")];
}

function howTo(hook: Hook, unread: WholeText | undefined): Reply {
  const headline = `${hookInMrkdwn(hook)} has no mapping: bodies are read by their shape, or by what their parts are called, and all others are shown as raw text.`;
  const explained =
    "To read them, say where in the body each part is, with dots from the outside to the inside and numbers for lists. `title` is needed; `body`, `state`, `key` (the same for one alert in all its states), `link`, `group` and `severity` may follow:";
  const example = `/db hook map ${hook.name} title=alert.name body=alert.text state=status key=alert.id link=links.0.url`;
  const seen = partsSeen(unread);
  return reply([headline, explained, fenced(example), ...seen].join("\n"), [
    section(`${headline}\n${explained}`),
    preformatted(example),
    ...seen.map(section),
    actions([showButton(hook)]),
  ]);
}
