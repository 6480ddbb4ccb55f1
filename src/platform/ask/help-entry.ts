import { z } from "zod";
import type { Command } from "../commands/command.ts";
import { type Entry, entryOf } from "../commands/entry.ts";
import { pathOf, wordsOf } from "../commands/command.ts";

/** Help as something to ask for. It isn't a command of its own. */
export function helpEntry(commands: readonly Command[]): Entry {
  const topics = commands.flatMap((command) =>
    wordsOf(command).flatMap((word): [RegExp, string][] => [
      [new RegExp(`\\b${word.replace(/s$/, "")}s?\\b`, "i"), pathOf(command)],
    ]),
  );
  return entryOf({
    name: "help",
    title: "Help",
    summary: "Says what can be asked for, or explains one command.",
    effect: "read",
    args: z.object({ topic: z.string().max(100).optional().describe("A command") }),
    write: ({ topic }) => (typeof topic === "string" ? `help ${topic}` : "help"),
    asks: {
      nouns: ["command", ...commands.flatMap(wordsOf)],
      verbs: [
        "explain",
        "teach me|us",
        "guide|docs|documentation|instructions|manual|usage|help on|about|for|to|with",
        "introduction|intro to",
        "what * used for",
        "purpose|point|use of",
        "what does|do * (do|mean)",
        "what is|are a|an",
        "what's|whats a|an",
        "how (to|do|does|can|would|should) (i|we|you|one|) (use|set|create|make|work|read)",
        "how does|do|is|are * work|works|used",
        "meaning of",
        "difference between",
        "tutorial for|on|about",
        "manual for|of",
        "how do|does * work",
        "usage of",
        "help with|on|about",
        "help me understand|use",
      ],
      phrases: [
        "help",
        "what can|could you do",
        "what are you able to",
        "what are you capable of",
        "what else can",
        "how does this work",
        "getting started",
        "what * (app|bot|quartermaster|this|you) good for",
        "new here|to this",
        "get started",
        "what (all|else|) (can|could|do|are) (you|this|the bot|it|quartermaster) (able to|) (do|offer|support|know|understand|good for)",
        "what (commands|features|options) (are|do|can|exist)",
        "which commands",
        "(show|list|see|all) (the|all|) commands",
        "what (is|are) (this|quartermaster|you|the bot)",
        "who are you",
        "need (a|some|) (hand|help)",
        "(don't|dont|no) (know|understand|idea|clue) (what|how|where)",
        "where do i start|begin",
        "(no clue|no idea)",
        "what can i do with you|this|it",
        "what do you do",
        "what are you for",
        "what * can i|we ask|do|say",
        "i'm lost|confused",
        "i am lost|confused",
        "how do|can|could|should|would i|we|one use|call|work",
        "how to use",
        "how do you work",
        "list|show commands",
        "=commands",
      ],
      also: ["mean", "about", "lost|confused|stuck|new here", ...commands.flatMap(wordsOf)],
      slots: { topic: { parts: topics, isOne: true } },
      says: ["Help", " on {topic}"],
    },
  });
}
