import type { KnownBlock } from "@slack/types";
import { limits } from "./limits.ts";
import { section } from "./text.ts";

/** Pieces of mrkdwn in as few sections as hold all their lines whole; a line is shorter than a section. */
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
