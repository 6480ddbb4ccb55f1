import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../blocks/escape.ts";
import { limits } from "../../../blocks/limits.ts";
import { context, divider, section } from "../../../blocks/text.ts";
import {
  ServiceRequest,
  type ServiceRequestField,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../cloud/service-request.ts";
import { stepButton } from "../../draw.ts";
import type { FormState, FormStep } from "../../form.ts";
import { factsOf } from "../facts.ts";
import { factsToKnow } from "../facts-to-know.ts";
import { fieldInWords } from "../in-words.ts";
import { savePresetButton } from "../save-preset.ts";
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

const groupTitles = {
  basics: "Basics",
  size: "Size",
  access: "Access and security",
  older: "Older fields",
} as const;

function intro({ values, facts }: FormState): KnownBlock[] {
  const read = ServiceRequest.safeParse(readRequest(values).request);
  if (!read.success) return [section("Something still has to be mended in the steps before.")];
  const { connections, estimate, savedAs } = factsOf(facts);
  const request = read.data;
  const connection = connectionIn(values);
  return [
    section("This is all that will be sent. What is not here is left to the cloud."),
    ...(connections.length > 1 ? [section(`*Connection:* ${escapeName(connection)}`)] : []),
    ...Object.keys(groupTitles).flatMap((group) => groupBlocks(group, request)),
    divider(),
    ...(estimate === undefined ? [] : estimateBlocks(estimate)),
    ...packed(factsToKnow(request).map((fact) => `• ${fact}`)),
    ...(savedAs === undefined ? [] : [context(`Saved as the preset *${escapeName(savedAs)}*.`)]),
  ];
}

/** The figures as they are read, and what they are based on in small print. */
function estimateBlocks(estimate: string): KnownBlock[] {
  const [figures = "", ...basis] = estimate.split("\n");
  return [section(figures), ...(basis.length === 0 ? [] : [context(basis.join("\n"))])];
}

function groupBlocks(group: string, request: ServiceRequest): KnownBlock[] {
  const fields = serviceRequestFieldNames.filter(
    (field) => serviceRequestFields[field].group === group && isGiven(request, field),
  );
  return packed(fields.map((field) => fieldInWords(field, request)));
}

function isGiven(request: ServiceRequest, field: ServiceRequestField): boolean {
  return request[field] !== undefined;
}

/** Texts in as few sections as hold them whole: nothing of what will be sent may be cut off. */
export function packed(texts: readonly string[]): KnownBlock[] {
  const sections: string[] = [];
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const last = sections.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= limits.text) {
      sections[sections.length - 1] = `${last}\n${line}`;
    } else sections.push(line);
  }
  return sections.map((text) => section(text));
}
