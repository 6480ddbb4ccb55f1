import { z } from "zod";
import { type ArgumentKind, argument, gap } from "../../../platform/commands/arguments/kind.ts";
import { type Slot, quoted } from "../../../platform/commands/entry.ts";
import { type SizeName, sizeNames } from "../form/sizes.ts";
import { endsInPlace, saidPlace, saidProvider } from "./places.ts";

// What a new or a changed service is to be, as options at the end of a line: "orders in ireland size=l replicas=2".

const sizeWords = { s: "small", m: "medium|mid-?sized?", l: "large|big" } as const;
const anySize = Object.values(sizeWords).join("|");

/** The size that a word means. */
function sizeNamed(word: string): SizeName | undefined {
  return sizeNames.find((each) => new RegExp(`^(?:${each}|${sizeWords[each]})$`, "i").test(word));
}

const denied = String.raw`(?<!\b(?:not|no|isn't|than|less|too|so|how|never)(?: an?| too| so| very| that| as| be)* )`;

/** How a sentence says a size. "Not too large" says none. */
const sizeSlot = {
  isOne: true,
  isApart: true,
  parts: (["s", "m", "l"] as const).flatMap((size): [RegExp, string][] => {
    const value = size.toUpperCase();
    return [
      [new RegExp(`\\bsize(?: of| is|:|=)? ?(?:${size}|${sizeWords[size]})(?![-\\w])`, "i"), value],
      [new RegExp(`(?<![-\\w])${size}[ -]sized?(?![-\\w])`, "i"), value],
      [
        new RegExp(`(?<![-\\w])${denied}(?:${sizeWords[size]})(?:[ -]sized?)?(?! enough\\b)(?![-\\w])`, "i"),
        value,
      ],
      [new RegExp(`\\b(?:an?|to) ${size}(?=$|[ .,!?](?![-']))`, "i"), value],
    ];
  }),
} satisfies Slot;

/** How a sentence says a number of replicas. */
const replicasSlot = {
  isOne: true,
  isApart: true,
  parts: [
    [
      /\b(?:with |to |has |have |of )?(\d{1,4}|one|two|three|four|five|six) (?:replicas?|copies|nodes?)\b/i,
      "$1",
    ],
    [/\breplicas?(?: count)?(?: to| of| is|:|=)? ?(\d{1,4})\b/i, "$1"],
  ],
} satisfies Slot;

/** How a sentence says where something runs. */
const regionSlot = {
  isApart: true,
  parts: [
    [saidProvider, "$1"],
    [saidPlace, "$1$2$3"],
  ],
} satisfies Slot;

const sizeKind: ArgumentKind = {
  slot: sizeSlot,
  usage: ["s", "m", "l"],
  take(words) {
    const { value = "", rest } = optionIn(words, "size") ?? {};
    const size = sizeNamed(value);
    return size && { value: size.toUpperCase(), rest: rest ?? "" };
  },
  write: String,
};

const replicasKind: ArgumentKind = {
  slot: replicasSlot,
  usage: ["<number>"],
  take(words) {
    const { value = "", rest = "" } = optionIn(words, "replicas") ?? {};
    return /^\d{1,4}$/.test(value) ? { value: Number(value), rest } : undefined;
  },
  write: String,
};

/** A place as an option, or after "in" if it is known. */
const regionKind: ArgumentKind = {
  slot: regionSlot,
  usage: ["<region>"],
  takes: "text",
  take(words) {
    const option = optionIn(words, "region");
    if (option) return option;
    const [, rest = "", value] = endsInPlace.exec(words) ?? [];
    return value === undefined ? undefined : { value, rest };
  },
  write: (place) => (/^[\w-]+$/.test(String(place)) ? String(place) : (quoted(String(place)) ?? "")),
};

/** An option at the end of words. One with a value that says nothing stays in the name, where its person sees it. */
function optionIn(words: string, name: string): { value: string; rest: string } | undefined {
  const [, rest = "", value] =
    new RegExp(String.raw`^(?:(.*\S)\s+)?${name}="?([^\s"${gap}]{1,50})"?$`, "i").exec(words) ?? [];
  return value === undefined ? undefined : { value, rest };
}

const size = z.enum(["S", "M", "L"]).describe("Its size: the memory of each replica");
const region = z
  .string()
  .trim()
  .min(1)
  .max(50, "A region has at most 50 characters.")
  .describe("Where it runs: a region's id, or a city or a country with or without a provider");

const thing =
  "(?:new )?(?:databases?|dbs?|services?|instances?|clusters?|servers?|postgres|mysql|clickhouse|mariadb)";
const sizedThing = new RegExp(`^(?:(?:an?|new) )*(${anySize}) ${thing}$`, "i");

/** The size in words that only say one, such as "large database". */
export function sizeInThing(words: string): SizeName | undefined {
  return sizeNamed(sizedThing.exec(words)?.[1] ?? "");
}

/** Arguments for what is wanted of a service, with the marks "size=", "replicas=" and "region=". */
export const wish = {
  size: argument(sizeKind, size),
  replicas: argument(replicasKind, z.int().min(1, "A service has at least 1 replica.").max(9_999)).describe(
    "How many replicas it has",
  ),
  region: argument(regionKind, region),
};
