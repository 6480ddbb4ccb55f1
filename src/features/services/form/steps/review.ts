import type { KnownBlock } from "@slack/types";
import { escapeMrkdwn, escapeName } from "../../../../platform/blocks/escape.ts";
import { context, section } from "../../../../platform/blocks/text.ts";
import { ServiceRequest } from "../../../../platform/cloud/services/request.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import type { FormState, FormStep } from "../../../../platform/forms/form.ts";
import { savePresetButton } from "../../presets/save-button.ts";
import { nameProblems } from "../taken-name.ts";
import { factsOf, factsToKnow } from "../facts.ts";
import { connectionIn, readRequest, requestBlocks } from "../request.ts";

/** Shows everything that will be sent, and what to know before. */
export const review: FormStep = {
  name: "review",
  title: "Review",
  intro,
  sections: [],
  buttons: (formId) => [
    stepButton("Change basics", "basics"),
    stepButton("Change size", "size"),
    savePresetButton(formId),
  ],
};

function intro({ values, facts }: FormState): KnownBlock[] {
  const read = ServiceRequest.safeParse(readRequest(values).request);
  if (!read.success) return [section("Something still has to be mended in the steps before.")];
  const known = factsOf(facts);
  const taken = nameProblems(values, known);
  const { connections, estimate, approval, savedAs } = known;
  return [
    section("This is all that will be sent. What is not here is left to the cloud."),
    ...taken.map(({ message }) => section(`:warning: ${escapeMrkdwn(message)}`)),
    ...(approval === undefined ? [] : [section(approval)]),
    ...requestBlocks(read.data, {
      ...(connections.length > 1 ? { connection: connectionIn(values) } : {}),
      estimate,
      toKnow: factsToKnow(read.data, known),
    }),
    ...(savedAs === undefined ? [] : [context(`Saved as the preset *${escapeName(savedAs)}*.`)]),
  ];
}
