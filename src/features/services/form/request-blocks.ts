import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { context, divider, section } from "../../../platform/blocks/text.ts";
import {
  type ServiceRequest,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../platform/cloud/services/request.ts";
import { fieldInWords } from "./in-words.ts";

/** What is said of a request beside what it says itself, in mrkdwn. */
export interface AboutRequest {
  /** The connection it goes to; absent where there is one only. */
  connection?: string;
  /** What it will cost, and on further lines what that is based on. */
  estimate?: string | undefined;
  toKnow: readonly string[];
}

/** In the order of the steps that ask for them. */
const groups = ["basics", "size", "access", "older"] as const;

/** Everything that will be sent, in words, and what to know before it is. */
export function requestBlocks(
  request: ServiceRequest,
  { connection, estimate, toKnow }: AboutRequest,
): KnownBlock[] {
  return [
    ...(connection === undefined ? [] : [section(`*Connection:* ${escapeName(connection)}`)]),
    ...groups.flatMap((group) => groupBlocks(group, request)),
    divider(),
    ...(estimate === undefined ? [] : estimateBlocks(estimate)),
    ...packed(toKnow.map((fact) => `• ${fact}`)),
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
