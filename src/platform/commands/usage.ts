import { z } from "zod";
import { marked } from "./arguments/kind.ts";
import { type Call, isCall } from "./call.ts";
import type { Command } from "./command.ts";
import type { SlotKind } from "./entry.ts";

/** A part of how a call is typed. */
interface UsagePart {
  /** As help shows it: "[by service|team]". */
  text: string;
  /** What may be typed for it: "by service" or "by team". */
  choices: readonly string[];
  isOptional: boolean;
}

/** How a call is typed. */
export interface Usage {
  call: Call;
  /** As help shows it: "/db backups watch <service> [#channel]". */
  text: string;
  parts: readonly UsagePart[];
}

const bySlot: Readonly<Record<SlotKind, string>> = {
  service: "<service>",
  hook: "<hook>",
  preset: "<preset>",
  dashboard: "<dashboard>",
  connection: "<connection>",
  channel: "#channel",
  person: "@person",
  group: "@group",
  role: "<role>",
  range: "<range>",
  number: "<number>",
  credits: "<credits>",
  minutes: "<minutes>",
  hours: "<hours>",
  id: "<id>",
  by: "<view>",
  topic: "<command>",
};

/** How each call of a command is typed, by its first line. A call that only buttons have is left out. */
export function usagesOf({ entries }: Pick<Command, "entries">): Usage[] {
  return entries.filter(isCall).flatMap((call) => {
    const [{ head, parts: all }] = call.lines;
    const parts = all.flatMap((part) => usageOf(part, all, call));
    // An argument that must be typed isn't shown.
    if (parts.some(({ choices, isOptional }) => choices.length === 0 && !isOptional)) return [];
    const shown = parts.filter(({ choices }) => choices.length > 0);
    return [{ call, parts: shown, text: [`/db ${head}`, ...shown.map(({ text }) => text)].join(" ") }];
  });
}

type Part = Call["lines"][0]["parts"][number];

/** One part for all arguments of a choice, at the first of them. */
function usageOf(part: Part, all: readonly Part[], call: Call): UsagePart[] {
  if ("words" in part) return [{ text: part.words, choices: [part.words], isOptional: false }];
  const { key, mark, absent, oneOf } = part;
  if (oneOf !== undefined && oneOf !== key) return [];
  const same = all.filter(
    (each) => "key" in each && (each === part || (oneOf !== undefined && each.oneOf === oneOf)),
  );
  const values = same.flatMap((each) => ("key" in each ? valuesOf(each, call) : []));
  const typed = marked(mark, values.join("|"));
  const either = absent === undefined ? [typed] : mark === "" ? [typed, absent] : [absent, typed];
  const text = either.join("|");
  const isOptional =
    absent === undefined &&
    oneOf === undefined &&
    call.shape[key] instanceof z.ZodOptional &&
    !(key in call.missing);
  const choices = values.map((value) => marked(mark, value));
  return [
    {
      text: isOptional ? `[${text}]` : text,
      choices: absent === undefined || values.length === 0 ? choices : [...choices, absent],
      isOptional,
    },
  ];
}

/** What stands for the values of an argument. */
function valuesOf({ key, kind }: Extract<Part, { key: string }>, { shape }: Call): readonly string[] {
  if (kind.usage) return kind.usage;
  if (kind.isForPeople || kind.isOld) return [];
  const schema = shape[key] instanceof z.ZodOptional ? shape[key].unwrap() : shape[key];
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodBoolean) return [kind.write(true)];
  const slot = [kind.slot].flat().find((each) => typeof each === "string");
  if (slot !== undefined) return [bySlot[slot]];
  return [kind.takes === "name" || kind.takes === "text" ? "<name>" : "…"];
}
