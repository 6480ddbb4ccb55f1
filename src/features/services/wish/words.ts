import { z } from "zod";
import { unquoted } from "../../../lib/names.ts";
import type { Slot } from "../../../platform/commands/entry.ts";
import { type SizeName, sizeNames } from "../form/sizes.ts";
import { endsInPlace, saidPlace, saidProvider } from "./places.ts";

/** What the words of a wish say beside a name. */
export interface Wish {
  size?: SizeName;
  replicas?: number;
  /** A region or a place, as it was said. */
  region?: string;
}

const sizeWords = { s: "small", m: "medium|mid-?sized?", l: "large|big" } as const;
const anySize = Object.values(sizeWords).join("|");

/** The size that a word means. */
function sizeNamed(word: string): SizeName | undefined {
  return sizeNames.find((each) => new RegExp(`^(?:${each}|${sizeWords[each]})$`, "i").test(word));
}

/** The size and the replicas as arguments of an entry. */
export const wishArgs = {
  size: z.enum(["S", "M", "L"]).optional().describe("Its size: the memory of each replica"),
  replicas: z.int().min(1).max(9_999).optional().describe("How many replicas it has"),
};

const denied = String.raw`(?<!\b(?:not|no|isn't|than|less|too|so|how|never)(?: an?| too| so| very| that| as| be)* )`;

/** How a sentence says a size. "Not too large" says none. */
export const sizeSlot = {
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
export const replicasSlot = {
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
export const regionSlot = {
  isApart: true,
  parts: [
    [saidProvider, "$1"],
    [saidPlace, "$1$2$3"],
  ],
} satisfies Slot;

/** The words of a wish for the end of a command line. */
export function wishWords({
  size,
  replicas,
  region,
}: {
  size?: string | undefined;
  replicas?: number | undefined;
  region?: string | undefined;
}): string[] {
  return [
    ...(region === undefined
      ? []
      : [`region=${/\s/.test(region) ? `"${region.replaceAll('"', "")}"` : region}`]),
    ...(size === undefined ? [] : [`size=${size}`]),
    ...(replicas === undefined ? [] : [`replicas=${replicas}`]),
  ];
}

/** Takes a wish from the end of a command's words: "orders in ireland size=l". */
export function withoutWish(words: string): { before: string; wish: Wish } {
  const [, before = "", key = "", value = ""] = option.exec(words) ?? [];
  const last = key === "" ? undefined : wished(key.toLowerCase(), unquoted(value));
  if (last) {
    const { before: rest, wish } = withoutWish(before);
    return { before: rest, wish: { ...wish, ...last } };
  }
  const [, named = "", region] = endsInPlace.exec(words) ?? [];
  return region === undefined ? { before: words, wish: {} } : { before: named, wish: { region } };
}

const option = /^(?:(.*\S)\s+)?(size|replicas|region)=("[^"]{1,50}"|[^\s"]{1,50})$/i;

/** Undefined for a value that says nothing: it stays in the name, where its person sees it. */
function wished(key: string, value: string): Wish | undefined {
  if (key === "region") return { region: value };
  if (key === "replicas") return /^\d{1,4}$/.test(value) ? { replicas: Number(value) } : undefined;
  const size = sizeNamed(value);
  return size && { size };
}

const thing =
  "(?:new )?(?:databases?|dbs?|services?|instances?|clusters?|servers?|postgres|mysql|clickhouse|mariadb)";
const sizedThing = new RegExp(`^(?:(?:an?|new) )*(${anySize}) ${thing}$`, "i");

/** The size in words that only say one, such as "large database". */
export function sizeInThing(words: string): SizeName | undefined {
  return sizeNamed(sizedThing.exec(words)?.[1] ?? "");
}
