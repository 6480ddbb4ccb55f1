import type { AlertEvent } from "../../incident/event-record.ts";
import type { Reading } from "../sender.ts";
import { takeGroup } from "./group.ts";
import { idKey, nameKey } from "./key.ts";
import { originOf, readLink } from "./link.ts";
import { measureOf } from "./measure.ts";
import { nameIn } from "./name.ts";
import { cutLine, plain, plainBody, plainLine } from "./plain.ts";
import { severityOf } from "./severity.ts";
import { toldState } from "./state.ts";
import { timesOf } from "./times.ts";
import { readTitle } from "./title.ts";

const untitled = "An alert without a title";

/** Makes an event of a reading; undefined where that says neither what happened nor which alert it is about. */
export function toEvent(sender: string, reading: Reading, receivedAt: Date): AlertEvent | undefined {
  const id = plain(reading.id).trim();
  const { group: named, body } = takeGroup(plainBody(reading.body));
  const line = titleLine(reading, body);
  if (line === "" && id === "") return undefined;

  const { title, told } = readTitle(line || untitled);
  const { state, stateWord } = toldState(reading.states ?? []) ??
    told ?? { state: reading.assumedState ?? "unclear" };
  const alertName = plainLine(reading.name, 300) || cutLine(nameIn(title), 300) || untitled;
  const group = plainLine(reading.group, 500) || cutLine(named ?? "", 500) || undefined;
  const link = readLink(reading.link);
  return {
    sender,
    key: id === "" ? nameKey(alertName, group) : idKey(id),
    title: cutLine(withRule(plainLine(reading.rule, 300), title), 500) || untitled,
    alertName,
    body,
    group,
    severity: severityOf(reading.severity) ?? (state === "firing" ? severityOf(stateWord) : undefined),
    state,
    stateWord,
    isTest: reading.isTest ? true : undefined,
    link,
    silenceLink: readLink(reading.silenceLink),
    ...measureOf(reading, title, body),
    ...timesOf(reading, state, receivedAt),
    origin: reading.isObserved ? originOf(reading.alertId, link) : undefined,
  };
}

/** Summaries of different rules may be the same: the title says first which rule it was, unless it begins with that. */
function withRule(rule: string, title: string): string {
  const isSaid = lettersOf(title).startsWith(lettersOf(rule));
  return isSaid ? title : `${rule}: ${title}`;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** On one line, and far longer than a title may be, so that its value can be told from its name before it is cut. */
function titleLine({ title, name }: Reading, body: string): string {
  return cutLine(plain(title), 2_000) || plainLine(name, 500) || cutLine(body.split("\n", 1)[0] ?? "", 500);
}
