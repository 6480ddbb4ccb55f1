import { z } from "zod";
import file from "./sentences.json" with { type: "json" };

const Sentence = z.strictObject({
  say: z.string(),
  /** A line without `/db`, or several that answer it equally well. */
  means: z.union([z.string(), z.array(z.string()).min(2)]),
  /**
   * `destroy` deletes what one line can't make again: a preset, hook, connection, alert rule, dashboard or secret. What
   * ends or removes something that one line sets again is a `change`, as is a post that others see.
   */
  effect: z.enum(["read", "change", "destroy"]),
});

const some = {
  groups: z.record(z.string(), z.array(Sentence)),
  /** Conversations: what comes later is meant with what was said before. */
  followUps: z.array(z.strictObject({ first: Sentence, next: z.array(Sentence).min(1) })),
  /** What no command does, or no one may be told. */
  outOfScope: z.array(z.string()),
};

const names = z.array(z.string());
const namesById = z.record(z.string(), z.string());

const File = z.strictObject({
  workspace: z.strictObject({
    services: names,
    hooks: names,
    presets: names,
    dashboards: names,
    connections: names,
    channels: namesById,
    people: namesById,
    userGroups: namesById,
    today: z.iso.datetime(),
  }),
  ...some,
  /** Others in another style. They measure, and nothing is tuned to them. */
  heldOut: z.strictObject(some),
});

type Conversations = Pick<z.output<typeof File>, "groups" | "followUps">;

/** A sentence with what it means. */
export interface Meant {
  say: string;
  /** The lines that answer it. */
  means: string[];
  effect: z.output<typeof Sentence>["effect"];
  group: string;
  /** The sentences of the same person before it, in the same conversation. */
  before: string[];
}

/** All sentences with a meaning, those of a conversation in their order. */
export function meantIn({ groups, followUps }: Conversations): Meant[] {
  const alone = Object.entries(groups).flatMap(([group, sentences]) =>
    sentences.map((sentence) => meant(sentence, group, [])),
  );
  const inConversation = followUps.flatMap(({ first, next }) => {
    const said = [first, ...next];
    return said.map((sentence, index) =>
      meant(
        sentence,
        "conversations",
        said.slice(0, index).map(({ say }) => say),
      ),
    );
  });
  return [...alone, ...inConversation];
}

function meant({ say, means, effect }: z.output<typeof Sentence>, group: string, before: string[]): Meant {
  return { say, means: [means].flat(), effect, group, before };
}

export const { workspace, heldOut, ...tuned } = File.parse(file);
