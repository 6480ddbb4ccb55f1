import type { KnownBlock } from "@slack/types";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { ruleIn, tileIn, watchesSearch, webhookIn } from "./values.ts";
import { formatNotifies, formatAlertRule, takesMax } from "../format-rule.ts";
import { tileOf } from "../format-watched.ts";
import * as texts from "../texts.ts";
import { canChooseWebhook, factsOf } from "./facts.ts";

/** The text above the fields: that the form is reading, what is wrong, or the rule as far as it is filled in. */
export function preview(state: FormState): KnownBlock[] {
  const facts = factsOf(state);
  const { isRead, trouble, target } = facts;
  const warning = trouble === undefined ? [] : [section(`:warning: ${trouble}`)];
  if (!isRead) {
    return trouble === undefined ? [section(texts.reading(target.name))] : warning;
  }
  return [...warning, ruleLine(state)];
}

function ruleLine(state: FormState): KnownBlock {
  if (!isRuleWhole(state)) return smallPrint(texts.previewLater);
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
    return texts.previewNotifies(formatNotifies(facts.seen, facts.webhooks), true);
  const webhook = webhookIn(state);
  if (!webhook) return "";
  const channel = { type: "webhook", webhookId: webhook.webhookId };
  return texts.previewNotifies(formatNotifies({ id: "", channel }, [webhook]));
}
