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
  "europe-west4": ["netherlands", "holland", "eemshaven", "amsterdam", "europe", "eu"],
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

/** Where clouds have regions that aren't offered here. The answer to one says what there is. */
const elsewhere =
  "stockholm|sweden|paris|france|milan|italy|turin|zurich|switzerland|madrid|spain|warsaw|poland|belgium|hamina|finland|berlin|oslo|norway|copenhagen|denmark|vienna|austria|cardiff|seoul|korea|osaka|hong kong|taiwan|jakarta|indonesia|kuala lumpur|malaysia|bangkok|thailand|delhi|hyderabad|pune|chennai|melbourne|canberra|auckland|new zealand|sao paulo|brazil|santiago|chile|queretaro|mexico|montreal|quebec|toronto|calgary|canada|california|san francisco|los angeles|las vegas|nevada|salt lake city|utah|dallas|texas|chicago|illinois|tel aviv|israel|doha|qatar|bahrain|riyadh|dammam|saudi arabia|johannesburg|cape town|south africa".split(
    "|",
  );

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
  `(?<![-\\w])(?:(?:in|at|near|to|from|region) )?(?:the )?(${anyOf([...everyPlace.filter((place) => place !== "us"), ...elsewhere])})(?: region| area)?(?![-\\w])|(?<![-\\w])(?:in|at|near|to) (?:the )?(us)(?: region)?(?![-\\w])|(?<![-\\w])the (us) region(?![-\\w])`,
  "i",
);

/** Single words in the names of places. */
export const placeWords: readonly string[] = [
  ...new Set([...everyPlace, ...elsewhere].flatMap((place) => (/^[a-z]{4,}$/.test(place) ? [place] : []))),
];

/** The words "in ireland" at the end of a text, and what is before them. */
const endsInPlace = new RegExp(
  `^(?:(.*\\S)\\s+)?in\\s+(?:the\\s+)?(${anyOf([...everyPlace, ...elsewhere])})$`,
  "i",
);

/** Where a service is to run, or why a place is none: a plain sentence. */
type FoundPlace = { provider: Provider; region: Region } | { provider?: Provider; why: string };

/** The words for a place with the provider that was said apart from it. */
export function placeWith(provider: Provider | undefined, region = ""): string {
  return provider === undefined || saidProvider.test(region) ? region : `${provider} ${region}`.trim();
}

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

/** The parts of a sentence that say an offered size. */
const sizeParts = sizeNames.flatMap((size): [RegExp, string][] => {
  const value = size.toUpperCase();
  return [
    [new RegExp(`\\bsize(?: of| is|:|=)? ?(?:${size}|${sizeWords[size]})(?![-\\w])`, "i"), value],
    [new RegExp(`(?<![-\\w])${size}[ -]sized?(?![-\\w])`, "i"), value],
    [
      new RegExp(`(?<![-\\w])${denied}(?:${sizeWords[size]})(?:[ -]sized?)?(?! enough\\b)(?![-\\w])`, "i"),
      value,
    ],
    [new RegExp(`\\b(?:an?|to|make (?:it|that|this|~+)) ${size}(?=$|[ .,!?](?![-']))`, "i"), value],
  ];
});

/** Sizes that aren't offered mean the nearest. Alone between commas, a letter is a size too. */
const nearSizes: readonly [RegExp, string][] = [
  [new RegExp(`(?<![-\\w])${denied}(?:tiny|mini|xs|extra small|smallest)(?![-\\w])`, "i"), "S"],
  [new RegExp(`(?<![-\\w])${denied}(?:x{1,3}l|extra large)(?![-\\w])`, "i"), "L"],
  ...sizeNames.map((size): [RegExp, string] => [
    new RegExp(`(?<=,\\s?)${size}(?=\\s*(?:$|[,.;!?]))`, "i"),
    size.toUpperCase(),
  ]),
];

/** How a sentence says a size. "Not too large" says none. */
const sizeSlot = {
  isOne: true,
  isApart: true,
  parts: [...sizeParts, ...nearSizes],
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
const regionSlot = { isApart: true, parts: [[saidPlace, "$1$2$3"]] } satisfies Slot;

/** How a sentence says in which provider's cloud something runs. */
const providerSlot = {
  isOne: true,
  isApart: true,
  parts: providers.map((provider): [RegExp, string] => {
    const [, ...said] = providerNames[provider];
    return [new RegExp(`(?<![-\\w])(?:(?:on|in|at) )?(?:${anyOf(said)})(?![-\\w])`, "i"), provider];
  }),
} satisfies Slot;

/** How a sentence says the memory of each replica. That of all together, or of a disk, is another number. */
const memorySlot = {
  isOne: true,
  isApart: true,
  parts: [
    [
      /(?<![\w.,])(?:with )?(\d{1,4}) ?(?:gb|gib|gigs?|gigabytes?|g)\b(?:(?: of)? (?:ram|memory|mem)\b)?(?: (?:per|each|a|for each|for every) replica\b| each\b)?(?! (?:in )?(?:total|all|altogether)\b)(?! (?:of )?(?:disk|storage|data|ssd|space)\b)/i,
      "$1",
    ],
    [/\b(?:memory|ram)(?: of| is|:|=)? ?(\d{1,4})\b/i, "$1"],
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

const providerKind: ArgumentKind = {
  slot: providerSlot,
  usage: [...providers],
  take(words) {
    const { value = "", rest = "" } = optionIn(words, "provider") ?? {};
    const provider = providers.find((each) => providerNames[each].includes(value.toLowerCase()));
    return provider && { value: provider, rest };
  },
  write: String,
};

const memoryKind: ArgumentKind = {
  slot: memorySlot,
  usage: ["<GB>"],
  take(words) {
    const { value = "", rest = "" } = optionIn(words, "memory") ?? {};
    const [, gb] = /^(\d{1,4})(?:gb|g)?$/i.exec(value) ?? [];
    return gb === undefined ? undefined : { value: Number(gb), rest };
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

/** An option in words. One with a value that says nothing stays in the name, where its person sees it. */
function optionIn(words: string, name: string): { value: string; rest: string } | undefined {
  const found = new RegExp(String.raw`(?:^|\s)${name}="?([^\s"${gap}]{1,50})"?(?=\s|$)`, "i").exec(words);
  const [whole = "", value] = found ?? [];
  return value === undefined ? undefined : { value, rest: words.replace(whole, "").trim() };
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

/** Arguments for what is wanted of a service, with the marks "size=", "replicas=", "region=", "provider=" and "memory=". */
export const wish = {
  size: argument(sizeKind, size),
  replicas: argument(replicasKind, z.int().min(1, "A service has at least 1 replica.").max(9_999)).describe(
    "How many replicas it has",
  ),
  region: argument(regionKind, region),
  provider: argument(providerKind, z.enum(providers)).describe("The provider of the cloud that it runs in"),
  memory: argument(memoryKind, z.int().min(1, "A replica has at least 1 GB.").max(9_999)).describe(
    "The memory of each replica in GB, in place of a size",
  ),
};
