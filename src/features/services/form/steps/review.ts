import type { KnownBlock } from "@slack/types";
import { escapeMrkdwn, escapeName } from "../../../../platform/blocks/escape.ts";
import { context, section } from "../../../../platform/blocks/text.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import type { FormState, FormStep } from "../../../../platform/forms/form.ts";
import { savePresetButton } from "../../presets/fields.ts";
import { endText } from "../expires.ts";
import { formatEstimate } from "../../../costs/index.ts";
import { priceIn } from "../sizes.ts";
import { nameProblems } from "../taken-name.ts";
import { type CreateFacts, backupIn, factsOf, factsToKnow } from "../facts.ts";
import { connectionIn, ownerIn, requestBlocks, requestIn } from "../request.ts";
import * as texts from "./texts.ts";

/** Shows everything that will be sent, and what to know before. */
export const review: FormStep = {
  name: "review",
  title: "Review",
  intro,
  sections: [],
  buttons: (formId) => [
    stepButton(texts.buttonTexts.basics, "basics"),
    stepButton(texts.buttonTexts.size, "size"),
    savePresetButton(formId),
  ],
};

/** Why the hard limits deny what the form holds, or else who must approve it. */
export function ruleNotes({ approval, denial }: Pick<CreateFacts, "approval" | "denial">): KnownBlock[] {
  if (denial !== undefined) return [section(texts.denied(escapeMrkdwn(denial)))];
  return approval === undefined ? [] : [section(approval)];
}

function intro(state: FormState): KnownBlock[] {
  const { values, facts } = state;
  const request = requestIn(values);
  if (!request) return [section(texts.reviewBroken)];
  const known = factsOf(facts);
  const { connections, savedAs } = known;
  return [
    ...requestBlocks(request, {
      connection: connections.length > 1 ? connectionIn(values) : undefined,
      owner: ownerIn(values),
      ends: endText(state),
      estimate: formatEstimate(priceIn(state)),
      toKnow: factsToKnow(request, known),
      backup: backupIn(request, known),
      above: [
        ...nameProblems(values, known).map(({ message }) => section(`:warning: ${escapeMrkdwn(message)}`)),
        ...ruleNotes(known),
      ],
    }),
    ...(savedAs === undefined ? [] : [context(texts.savedAsPreset(escapeName(savedAs)))]),
  ];
}
