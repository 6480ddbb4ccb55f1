import type { Button } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { calledName } from "../../../lib/names.ts";
import { foldName, oneLine, truncate } from "../../../lib/text.ts";
import { utcTime } from "../../../lib/time.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { type Asked, commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName, visible } from "../../../platform/blocks/escape.ts";
import { button } from "../../../platform/blocks/button.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { quoted } from "../../../platform/commands/entry.ts";
import { holdsWords, notFound } from "../../../platform/commands/near.ts";
import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import { actionIds } from "../message/status.ts";
import { readableTitle } from "../message/title.ts";
import { untitled } from "../message/texts.ts";
import { withNumber } from "../open/narrow.ts";
import { mostListed } from "../open/list.ts";
import {
  type OpenIncidents,
  type OpenLine,
  inListOrder,
  openIncidents,
  ruleOf,
} from "../open/open-incidents.ts";
import { type ActionTarget, findTarget } from "./target.ts";
import * as texts from "./texts.ts";

/** What needs no quotes: no part of it is another argument. */
const plain = /^(?:all|#?\d{1,4}|(?=\S*\d)[\w-]{8,})$/i;

/** An alert as people mean it. Its words may be any. */
export function alertArgument({ usage, slot }: Pick<ArgumentKind, "usage" | "slot"> = {}) {
  const kind: ArgumentKind = {
    ...nameKind(slot ?? "id"),
    usage: usage ?? ["<alert>"],
    write: (words) => (plain.test(String(words)) ? String(words) : (quoted(String(words)) ?? "")),
  };
  return argument(kind, z.string().trim().min(1).max(300));
}

/** One alert, or the answer if words mean none that can be changed, or several. */
export type NamedAlert = ActionTarget | { answer: Reply; fits?: number };

/**
 * The alert with this id, with this number in the list that the person was last shown, or the one open alert with these
 * words in what it is called. `asked` is what the button of each of several runs. Fails as missing without any.
 */
export async function namedAlert(
  words: string,
  asked: Asked,
  person: Pick<Asker, "userId">,
  context: AlertsContext,
): Promise<NamedAlert> {
  const typed = oneLine(words);
  const byId = typed.includes(" ") ? undefined : await context.incidents.find(typed);
  if (byId) return targetOf(byId, context);
  const open = await openIncidents(context, mostListed);
  const number = numberIn(typed);
  const line = number === undefined ? undefined : await withNumber(number, person.userId, open, context);
  if (number !== undefined && !line && open.total > 0)
    return {
      answer: await context.openAlerts({}, person, { ids: new Set(), text: texts.noSuchLine(number) }),
    };
  const called = line?.incidents ?? calledSo(typed, inListOrder(open));
  // What can't be done to all at once is done to one of them.
  const fitting = called.length === 0 && foldName(typed) === "all" ? inListOrder(open) : called;
  const [only, ...others] = fitting;
  if (!only) throw nothingCalled(typed, open);
  if (others.length === 0) return targetOf(only, context);
  const isForAll = asked.call === "alerts_acknowledge";
  return {
    fits: fitting.length,
    answer: whichOf(typed, fitting, asked, isForAll && line?.group === "firing" ? allOf(line) : []),
  };
}

function allOf({ incidents }: Pick<OpenLine, "incidents">): Button[] {
  const [worst] = incidents;
  if (!worst) return [];
  const value = `${ruleOf(worst)} ${worst.hookId}`;
  const text = texts.acknowledgeAll(incidents.length);
  return [{ ...button({ text, actionId: actionIds.acknowledgeRule, value }), style: "primary" }];
}

async function targetOf({ id }: Incident, context: AlertsContext): Promise<NamedAlert> {
  const found = await findTarget(id, context);
  return "gone" in found ? { answer: found.gone } : found;
}

function numberIn(typed: string): string | undefined {
  const [, number] = /^#?(\d{1,4})$/.exec(typed) ?? [];
  return number;
}

/** Those with exactly this title, or else those with these words in their title, rule, group or service. */
function calledSo(typed: string, open: readonly Incident[]): Incident[] {
  const exactly = open.filter((incident) => foldName(plainTitle(incident)) === foldName(typed));
  if (exactly.length > 0) return exactly;
  return open.filter(({ latest, service }) => {
    const { title, alertName, group = "" } = latest;
    return holdsWords(typed, [title, alertName, group, service?.name ?? ""].join(" "));
  });
}

/** Its title without its value, as plain text from outside. */
export function plainTitle({ latest }: Incident): string {
  return oneLine(visible(readableTitle(latest, true).title)) || untitled;
}

function nothingCalled(typed: string, open: OpenIncidents): AppError {
  const incidents = inListOrder(open);
  if (incidents.length === 0) return new AppError("missing", texts.noneIsOpen);
  return notFound({
    typed,
    names: [...new Set(incidents.map((incident) => truncate(plainTitle(incident), mostTitle)))],
    message: texts.noneCalled(calledName(typed)),
    has: incidents.length === 1 ? texts.isOpen : texts.areOpen,
  });
}

const mostTitle = 100;
const mostOffered = 10;

function whichOf(typed: string, fitting: readonly Incident[], asked: Asked, all: readonly Button[]): Reply {
  const shown = fitting.slice(0, mostOffered);
  const names = shown.map(nameOf);
  const buttons = shown.map((incident, index) => {
    const name = names[index] ?? "";
    const isClear = names.filter((each) => each === name).length === 1;
    const text = isClear ? name : `${name}, since ${utcTime(new Date(incident.openedAtMs))}`;
    return commandButton(text, { ...asked, args: { ...asked.args, alert: incident.id } });
  });
  const question = texts.whichOf(fitting.length, escapeName(typed, mostTitle));
  const more = fitting.length > shown.length ? ` ${texts.theFirst(shown.length)}` : "";
  return say(`${question}${more}`, [...all, ...buttons]);
}

/** Short enough for a button, with a time behind it. */
function nameOf(incident: Incident): string {
  const { group = "" } = incident.latest;
  const shownGroup = group === "" ? "" : ` (${oneLine(visible(group))})`;
  return truncate(`${plainTitle(incident)}${shownGroup}`, limits.button.text - 30);
}
