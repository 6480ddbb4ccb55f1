import { code } from "../blocks/escape.ts";
import { listInWords } from "../../lib/text.ts";
import type { CreateLimits } from "./create-limits.ts";

/** What may be created, in mrkdwn after a colon, as in "only on aws, at most 96 GB in all". */
export function limitsInWords(limits: CreateLimits): string {
  const { providers, regions, totalMemoryGb, names, needsAddresses, keepsWorldOut } = limits;
  return [
    ...(providers ? [`only on ${listInWords(providers, "or")}`] : []),
    ...(regions ? [`only in ${listInWords(regions, "or")}`] : []),
    ...(totalMemoryGb === undefined ? [] : [`at most ${totalMemoryGb} GB in all`]),
    ...(names ? [`with a name such as ${listInWords(names.map(code), "or")}`] : []),
    ...(needsAddresses ? ["with a list of allowed addresses"] : []),
    ...(keepsWorldOut ? ["with no address range as wide as 0.0.0.0/0"] : []),
  ].join(", ");
}
