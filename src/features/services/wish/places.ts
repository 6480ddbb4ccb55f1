import { providers, regionsByProvider } from "../../../platform/cloud/services/request.ts";
import { formatList } from "../../../lib/text.ts";

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
export const saidProvider = new RegExp(
  `(?<![-\\w])(?:(?:on|in|at) )?(${anyOf(Object.values(providerNames).flatMap(([, ...said]) => said))})(?![-\\w])`,
  "i",
);

/** Words of a sentence for a region: its id, or a place. */
export const saidPlace = new RegExp(
  `(?<![-\\w])(?:(?:in|at|near|to|from|region) )?(?:the )?(${anyOf(everyPlace.filter((place) => place !== "us"))})(?: region| area)?(?![-\\w])|(?<![-\\w])(?:in|at|near|to) (?:the )?(us)(?: region)?(?![-\\w])|(?<![-\\w])the (us) region(?![-\\w])`,
  "i",
);

/** Single words in the names of places. */
export const placeWords: readonly string[] = [
  ...new Set(everyPlace.flatMap((place) => (/^[a-z]{4,}$/.test(place) ? [place] : []))),
];

/** The words "in ireland" at the end of a text, and what is before them. */
export const endsInPlace = new RegExp(`^(?:(.*\\S)\\s+)?in\\s+(?:the\\s+)?(${anyOf(everyPlace)})$`, "i");

/** Where a service is to run, or why a place is none: a plain sentence. */
export type FoundPlace = { provider: Provider; region: Region } | { provider?: Provider; why: string };

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
