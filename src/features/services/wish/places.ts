import { z } from "zod";
import { formatList } from "../../../lib/text.ts";
import { providers, regionsByProvider } from "../../../platform/cloud/services/request.ts";
import { type ArgumentKind, argument, gap } from "../../../platform/commands/arguments/kind.ts";
import { type Slot, quoted } from "../../../platform/commands/entry.ts";
import { type SizeName, sizeNames } from "../form/sizes.ts";

type Provider = (typeof providers)[number];
type Region = (typeof regionsByProvider)[Provider][number];

/** Where each region is, as people say it: cities and states first, then wider places. */
const placesByRegion: Readonly<Record<Region, readonly string[]>> = {
  "ap-northeast-1": ["tokyo", "japan", "asia"],
  "ap-south-1": ["mumbai", "india", "asia"],
  "ap-southeast-1": ["singapore", "asia"],
  "ap-southeast-2": ["sydney", "australia"],
  "eu-central-1": ["frankfurt", "germany", "europe", "eu"],
  "eu-west-1": ["ireland", "dublin", "europe", "eu"],
  "eu-west-2": ["london", "england", "uk", "united kingdom", "great britain", "britain", "europe"],
  "me-central-1": ["dubai", "united arab emirates", "uae", "emirates", "abu dhabi", "middle east"],
  "us-east-1": ["virginia", "north virginia", "northern virginia", ...unitedStates("east")],
  "us-east-2": ["ohio", ...unitedStates("east")],
  "us-west-2": ["oregon", ...unitedStates("west")],
  "us-east1": ["south carolina", ...unitedStates("east")],
  "us-central1": ["iowa", ...unitedStates("central")],
  "europe-west4": ["netherlands", "holland", "eemshaven", "europe", "eu"],
  "asia-southeast1": ["singapore", "asia"],
  eastus: ["virginia", "north virginia", "northern virginia", ...unitedStates("east")],
  eastus2: ["virginia", "north virginia", "northern virginia", ...unitedStates("east")],
  westus3: ["arizona", "phoenix", ...unitedStates("west")],
  germanywestcentral: ["frankfurt", "germany", "europe", "eu"],
};

function unitedStates(part: string): string[] {
  const all = ["us", "usa", "united states", "america"];
  return [...all, ...all.flatMap((name) => [`${name} ${part}`, `${part} ${name}`]), `${part} coast`];
}

const providerNames: Readonly<Record<Provider, readonly [shown: string, ...said: string[]]>> = {
  aws: ["AWS", "aws", "amazon"],
  gcp: ["Google Cloud", "google cloud", "gcp", "google"],
  azure: ["Azure", "microsoft azure", "azure"],
};

const everyPlace = [
  ...new Set(
    providers.flatMap((provider) =>
      regionsByProvider[provider].flatMap((each) => [each, ...placesByRegion[each]]),
    ),
  ),
];

const anyOf = (words: readonly string[]) =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[ -]/g, "[ -]"))
    .join("|");

/** Words of a sentence for a provider. */
const saidProvider = new RegExp(
  `(?<![-\\w])(?:(?:on|in|at) )?(${anyOf(Object.values(providerNames).flatMap(([, ...said]) => said))})(?![-\\w])`,
  "i",
);

/** Words of a sentence for a region: its id, or a place. */
const saidPlace = new RegExp(
  `(?<![-\\w])(?:(?:in|at|near|to|from|region) )?(?:the )?(${anyOf(everyPlace.filter((place) => place !== "us"))})(?: region| area)?(?![-\\w])|(?<![-\\w])(?:in|at|near|to) (?:the )?(us)(?: region)?(?![-\\w])|(?<![-\\w])the (us) region(?![-\\w])`,
  "i",
);

/** Single words in the names of places. */
export const placeWords: readonly string[] = [
  ...new Set(everyPlace.flatMap((place) => (/^[a-z]{4,}$/.test(place) ? [place] : []))),
];

/** The words "in ireland" at the end of a text, and what is before them. */
const endsInPlace = new RegExp(`^(?:(.*\\S)\\s+)?in\\s+(?:the\\s+)?(${anyOf(everyPlace)})$`, "i");

/** Where a service is to run, or why a place is none: a plain sentence. */
type FoundPlace = { provider: Provider; region: Region } | { provider?: Provider; why: string };

/** The region that words such as "ireland" or "azure germany" mean. Of several providers' it is `usual`'s. */
export function placeNamed(words: string, usual: unknown): FoundPlace {
  const said = saidProvider.exec(words);
  const wanted = said && providers.find((each) => providerNames[each].includes(said[1]?.toLowerCase() ?? ""));
  const rest = (said ? words.replace(said[0], " ") : words).trim();
  const place = (/^(?:in )?(?:the )?(.*)$/i.exec(rest)?.[1] ?? "").toLowerCase().replace(/[\s-]+/g, " ");
  if (place === "") return { ...(wanted && { provider: wanted }), why: chooseOne(wanted) };
  const all = providers
    .filter((provider) => wanted === null || wanted === undefined || provider === wanted)
    .flatMap((provider) =>
      regionsByProvider[provider].flatMap((region) =>
        [region, ...placesByRegion[region]].some((name) => name.replaceAll("-", " ") === place)
          ? [{ provider, region }]
          : [],
      ),
    );
  const own = all.filter(({ provider }) => provider === usual);
  const fitting = own.length > 0 ? own : all;
  const [first, ...others] = fitting;
  if (first && others.length === 0) return first;
  const provider =
    wanted ??
    (first && fitting.every((each) => each.provider === first.provider) ? first.provider : undefined);
  const shown = `“${rest.slice(0, 50)}”`;
  if (!first)
    return { ...(provider && { provider }), why: `I know no region in ${shown}. ${chooseOne(provider)}` };
  const which = formatList(
    fitting.map(({ region }) => `${region} (${capitals(placesByRegion[region][0] ?? "")})`),
    "or",
  );
  return { ...(provider && { provider }), why: `${shown} may be ${which}. Choose the region.` };
}

function chooseOne(provider: Provider | null | undefined): string {
  if (!provider) return "Choose the region.";
  const own = regionsByProvider[provider].map(
    (region) => `${region} (${capitals(placesByRegion[region][0] ?? "")})`,
  );
  return `${providerNames[provider][0]} has ${formatList(own)}. Choose the region.`;
}

function capitals(place: string): string {
  return place.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

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
