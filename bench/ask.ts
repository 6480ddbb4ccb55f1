import { product } from "../src/app/features.ts";
import { type Name, nameIndex } from "../src/platform/ask/names.ts";
import { readSentence } from "../src/platform/ask/read.ts";
import { heldOut, meantIn, tuned } from "../test/ask/sentences.ts";
import { percentile } from "./percentile.ts";
import { printTable } from "./print.ts";

const rounds = 2;
const today = new Date("2026-11-25T10:00:00Z");

function namesOf(count: number): Name[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: index % 10 === 0 ? "hook" : "service",
    name: `${["orders", "billing", "inventory", "payments", "events"][index % 5]} ${index}`,
    value: `service ${index}`,
  }));
}

/** How long the grammar takes to read a sentence, with few and with many names. */
export async function ask(): Promise<void> {
  const sentences = [
    ...[...meantIn(tuned), ...meantIn(heldOut)].map(({ say }) => say),
    ...tuned.outOfScope,
    ...heldOut.outOfScope,
    "wat did teh ordrs databse csot lsat wek in compareson to teh wek befor".repeat(7).slice(0, 500),
    "costs ".repeat(80),
    "of the ".repeat(2_000),
  ];
  const phrasebook = product.phrasebook();
  const rows = [20, 1_000, 10_000].map((count) => {
    const takenMs: number[] = [];
    const names = namesOf(count);
    for (let round = 0; round <= rounds; round += 1) {
      for (const sentence of sentences) {
        const begunMs = performance.now();
        readSentence(sentence, {
          phrasebook,
          names: nameIndex(names),
          today,
          readCommand: product.readCommand,
        });
        // The first round is the compiler's.
        if (round > 0) takenMs.push(performance.now() - begunMs);
      }
    }
    const shown = (share: number) => percentile(takenMs, share).toFixed(1);
    return [`${count} names`, shown(0.5), shown(0.99), shown(1)];
  });
  printTable("Reading a sentence, in ms", [["", "p50", "p99", "max"], ...rows]);
}
