import { packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { plural } from "../../../lib/text.ts";
import type { Check } from "../../../platform/commands/check.ts";

/** The doctor's reply: first what to mend, then what is unknown, then what works. */
export function examinationReply(checks: readonly Check[]): Reply {
  const of = (status: Check["status"]) => checks.filter((check) => check.status === status);
  const wrongs = of("wrong");
  const headline =
    wrongs.length === 0
      ? "Nothing was found that has to be put right."
      : `*${plural(wrongs.length, "thing")}* ${wrongs.length === 1 ? "has" : "have"} to be put right.`;
  const lines = [
    ...listed(":warning: *To put right*", wrongs),
    ...listed("*Could not be told*", of("unknown")),
    ...listed("*Right*", of("right")),
  ];
  return reply([headline, ...lines].join("\n"), [section(headline), ...packed(lines)]);
}

function listed(title: string, checks: readonly Check[]): string[] {
  if (checks.length === 0) return [];
  return [title, ...checks.map(({ area, says }) => `• ${area}: ${says.replaceAll("\n", " ")}`)];
}
