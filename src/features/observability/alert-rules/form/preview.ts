import type { KnownBlock } from "@slack/types";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import { escapeName } from "../../../../platform/blocks/escape.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { ruleIn, tileIn, watchesSearch, webhookIn } from "./values.ts";
import { formatNotifies, formatAlertRule, takesMax } from "../format-rule.ts";
import { tileOf } from "../format-watched.ts";
import { canChooseWebhook, factsOf } from "./facts.ts";

/** The text above the fields: that the form is reading, what is wrong, or the rule as far as it is filled in. */
export function preview(state: FormState): KnownBlock[] {
  const facts = factsOf(state);
  const { isRead, trouble, target } = facts;
  const warning = trouble === undefined ? [] : [section(`:warning: ${trouble}`)];
  if (!isRead) {
    return trouble === undefined ? [section(`Reading what *${escapeName(target.name)}* has…`)] : warning;
  }
  return [...warning, ruleLine(state)];
}

function ruleLine(state: FormState): KnownBlock {
  if (!isRuleWhole(state)) return smallPrint("When it fires reads here in words, once the rule is whole.");
  return section(`Fires ${formatAlertRule(ruleIn(state), watchedTile(state))}.${formatNotified(state)}`);
}

function watchedTile(state: FormState) {
  const { seen, tiles } = factsOf(state);
  const chosen = tileIn(state);
  if (chosen || !seen || !tiles) return chosen;
  return tileOf(seen, [{ id: tiles.dashboardId, tiles: tiles.tiles }]);
}

function isRuleWhole(state: FormState): boolean {
  const { threshold, thresholdMax, thresholdType, savedSearchId } = ruleIn(state);
  if (threshold === undefined || (takesMax(thresholdType) && thresholdMax === undefined)) return false;
  if (factsOf(state).seen) return true;
  return watchesSearch(state) ? savedSearchId !== undefined : tileIn(state) !== undefined;
}

function formatNotified(state: FormState): string {
  const facts = factsOf(state);
  if (facts.seen && !canChooseWebhook(facts))
    return ` Tells ${formatNotifies(facts.seen, facts.webhooks)}; that is changed in the server's console.`;
  const webhook = webhookIn(state);
  if (!webhook) return "";
  const channel = { type: "webhook", webhookId: webhook.webhookId };
  return ` Tells ${formatNotifies({ id: "", channel }, [webhook])}.`;
}
