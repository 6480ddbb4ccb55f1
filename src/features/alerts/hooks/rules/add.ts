import { ruleDigest } from "../../routing/rule-hash.ts";
import { ruleInWords } from "../../routing/format-rule.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import type { AlertsContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { zoneOf } from "../../../../platform/jobs/zone-of.ts";
import { AppError } from "../../../../lib/errors.ts";
import { type Hook, type HookRule, mostRules } from "../record.ts";
import { channelOfOrder } from "../../../../platform/jobs/schedules/channel.ts";
import { zoneNote } from "../../../../platform/jobs/schedules/zone-note.ts";
import { changeHook } from "../named.ts";
import { hookInMrkdwn } from "../parts.ts";
import { type SaidRule, readRule } from "./read.ts";
import { removeButton } from "./list.ts";

/** Adds a rule in words below the others of a hook; tells the asker how it was understood. */
export async function addRule(
  hook: Hook,
  words: string,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const said = readRule(words);
  const { notes } =
    said.channelId === undefined ? { notes: [] } : await channelOfOrder(said.channelId, context, asker);
  const { rule, zoneNotes } = await withZone(said, context, asker);
  const digest = ruleDigest(rule);
  const changed = await changeHook(hook, context, (present) => {
    if (present.rules.some((one) => ruleDigest(one) === digest)) return present;
    if (present.rules.length >= mostRules) throw tooMany(present);
    return { ...present, rules: [...present.rules, rule] };
  });
  const number = changed.rules.findIndex((one) => ruleDigest(one) === digest) + 1;
  return added(changed, rule, number, [...zoneNotes, ...shadowed(changed, number), ...notes]);
}

/** Where no zone was named, times of day are by the asker's own clock. */
async function withZone(
  { time, ...said }: SaidRule,
  context: AlertsContext,
  asker: Asker,
): Promise<{ rule: HookRule; zoneNotes: string[] }> {
  if (time === undefined) return { rule: said, zoneNotes: [] };
  const { zone: named, ...hours } = time;
  if (named !== undefined) return { rule: { ...said, time: { ...hours, zone: named } }, zoneNotes: [] };
  const own = await zoneOf(asker, context);
  const [note = ""] = zoneNote({}, own);
  const zoneNotes = [note.replace("at the end of the command", "after the times")];
  return { rule: { ...said, time: { ...hours, zone: own ?? "UTC" } }, zoneNotes };
}

function shadowed({ rules }: Hook, number: number): string[] {
  const taker = rules.findIndex(
    ({ title, group, severity, time }) => (title ?? group ?? severity ?? time) === undefined,
  );
  return taker === -1 || taker >= number - 1
    ? []
    : [`Rule ${taker + 1} fits everything, so this one never decides: move it up.`];
}

function added(hook: Hook, rule: HookRule, number: number, notes: readonly string[]): Reply {
  const text = `Rule ${number} of ${hookInMrkdwn(hook)}: ${ruleInWords(rule)}`;
  const small = ["It holds for what arrives from now on.", ...notes].join(" ");
  return reply(`${text}\n${small}`, [
    section(text),
    smallPrint(small),
    actions([
      commandButton("All rules", `hook rules ${hook.id}`),
      commandButton("Try on the last day", `hook replay ${hook.id} 24h`),
      removeButton(hook, rule, number),
    ]),
  ]);
}

function tooMany({ name }: Hook): AppError {
  return new AppError(
    "user",
    `A hook has at most ${mostRules} rules. Remove one first: \`/db hook rules ${name}\` lists them.`,
  );
}
