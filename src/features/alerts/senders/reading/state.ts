import type { AlertEvent } from "../../incident/event-record.ts";
import { plainLine } from "./plain.ts";

/** A state and the word it was told in, if any. */
export interface ToldState {
  state: AlertEvent["state"];
  stateWord?: string;
}

const firing = new Set([
  ..."alert alerting alarm firing fired fire triggered trigger active open opened reopened new create created activated".split(
    " ",
  ),
  ..."retriggered inalarm problem down degraded missed failing failed breached notok critical crit warning warn".split(
    " ",
  ),
]);
const resolved = new Set([
  ..."ok resolved resolve closed close normal recovered recovery cleared clear up".split(" "),
  ..."inactive healthy passing success".split(" "),
]);

/** What a word for a state means; what is no word of ours neither begins nor ends anything. */
export function meaningOf(word: string): AlertEvent["state"] {
  const folded = word.toLowerCase();
  return meaningOfCore(folded) ?? meaningOfCore(coreOf(folded)) ?? "unclear";
}

/** Some say "Alerting (NoData)" or "incident.triggered". */
function coreOf(word: string): string {
  return word
    .replace(/\(.*$/s, "")
    .replace(/^.*\./s, "")
    .replace(/[^a-z]/g, "");
}

function meaningOfCore(core: string): "firing" | "resolved" | undefined {
  if (firing.has(core)) return "firing";
  return resolved.has(core) ? "resolved" : undefined;
}

/** The first word that begins or ends something, else the first word at all; undefined where there is none. */
export function toldState(words: readonly unknown[]): ToldState | undefined {
  let unclear: ToldState | undefined;
  for (const each of words) {
    const stateWord = plainLine(each, 60);
    if (stateWord === "") continue;
    const state = meaningOf(stateWord);
    if (state !== "unclear") return { state, stateWord };
    unclear ??= { state, stateWord };
  }
  return unclear;
}
