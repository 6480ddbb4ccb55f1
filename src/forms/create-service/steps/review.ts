import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../blocks/escape.ts";
import { packed } from "../../../blocks/packed.ts";
import { context, divider, section } from "../../../blocks/text.ts";
import {
  ServiceRequest,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../cloud/service-request.ts";
import { stepButton } from "../../draw.ts";
import type { FormState, FormStep } from "../../form.ts";
import { factsOf } from "../facts.ts";
import { factsToKnow } from "../facts-to-know.ts";
import { fieldInWords } from "../in-words.ts";
import { savePresetButton } from "../preset/save-preset-button.ts";
import { connectionIn, readRequest } from "../request.ts";

/** Everything that will be sent, in words, and what to know before it is. */
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

/** In the order of the steps that ask for them. */
const groups = ["basics", "size", "access", "older"] as const;

function intro({ values, facts }: FormState): KnownBlock[] {
  const read = ServiceRequest.safeParse(readRequest(values).request);
  if (!read.success) return [section("Something still has to be mended in the steps before.")];
  const known = factsOf(facts);
  const { connections, estimate, savedAs } = known;
  const request = read.data;
  const connection = connectionIn(values);
  return [
    section("This is all that will be sent. What is not here is left to the cloud."),
    ...(connections.length > 1 ? [section(`*Connection:* ${escapeName(connection)}`)] : []),
    ...groups.flatMap((group) => groupBlocks(group, request)),
    divider(),
    ...(estimate === undefined ? [] : estimateBlocks(estimate)),
    ...packed(factsToKnow(request, known).map((fact) => `• ${fact}`)),
    ...(savedAs === undefined ? [] : [context(`Saved as the preset *${escapeName(savedAs)}*.`)]),
  ];
}

/** The figures as they are read, and what they are based on in small print. */
function estimateBlocks(estimate: string): KnownBlock[] {
  const [figures = "", ...basis] = estimate.split("\n");
  return [section(figures), ...(basis.length === 0 ? [] : [context(basis.join("\n"))])];
}

function groupBlocks(group: (typeof groups)[number], request: ServiceRequest): KnownBlock[] {
  const given = serviceRequestFieldNames.filter(
    (field) => serviceRequestFields[field].group === group && request[field] !== undefined,
  );
  return packed(given.map((field) => fieldInWords(field, request)));
}
