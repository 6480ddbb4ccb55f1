import type { ObservabilityContext } from "../context.ts";
import { showDashboard } from "./show.ts";
import type { Answer } from "../../../platform/commands/command.ts";
import { idsIn } from "./ids.ts";
import { inPlace } from "../in-target.ts";

/** `/db dashboards show <id> [<place>]`: what a dashboard shows. */
export function showOne(words: string, context: ObservabilityContext): Promise<Answer> {
  return show("show", 1, words, context);
}

/** The same with its tiles from a number on, which stands before the id, as the buttons ask for it. */
export function showTiles(words: string, context: ObservabilityContext): Promise<Answer> {
  const [, number = "1", rest = words] = /^\s*([1-9]\d{0,5})\s+([\s\S]*)$/.exec(words) ?? [];
  return show(`tiles ${number}`, Number(number), rest, context);
}

function show(act: string, firstTile: number, words: string, context: ObservabilityContext): Promise<Answer> {
  const [ids, place] = idsIn(words, ["dashboard"], act);
  const [id = ""] = ids;
  return inPlace(`dashboards ${act} ${id}`, place, context, (found) =>
    showDashboard({ id, place: found, firstTile }, context),
  );
}
