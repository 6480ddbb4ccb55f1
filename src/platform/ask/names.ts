/** A name that people of a workspace may say, and what stands for it in an argument. */
export interface Name {
  kind: "service" | "hook" | "preset" | "dashboard" | "connection" | "channel" | "person" | "group";
  name: string;
  /** The name itself, or the id of a channel, a person or a group. */
  value: string;
}

interface Found {
  kind: Name["kind"];
  /** The names that it may mean. */
  names: readonly Name[];
  isWhole: boolean;
}

/** Names by the words in them. */
export interface NameIndex {
  /** The names that a run of words is or belongs to. */
  find(words: readonly string[]): readonly Found[];
  /** All names of a kind. */
  of(kind: Name["kind"]): readonly Name[];
  /** The words of names. */
  words: ReadonlySet<string>;
  /** Those of them that a mistyped one may be, by length. */
  dictionary: ReadonlyMap<number, readonly string[]>;
  /** The number of words in the longest name. */
  longest: number;
}

// Names have no more words.
const longestName = 6;
// Making an index takes time by their number, and a sentence may take 20 ms. A command takes the others.
const mostNames = 1_500;

/** Looks up names. Making it takes time by their number. */
export function nameIndex(names: readonly Name[]): NameIndex {
  const whole = new Map<string, Name[]>();
  const parts = new Map<string, Name[]>();
  const words = new Set<string>();
  let longest = 1;
  for (const name of names.slice(0, mostNames)) {
    const each = wordsIn(name.name).slice(0, longestName);
    longest = Math.max(longest, each.length);
    add(whole, each.join(" "), name);
    for (const word of each) words.add(word);
    for (let from = 0; from < each.length; from += 1)
      for (let to = from + 1; to <= each.length; to += 1)
        if (to - from < each.length) add(parts, each.slice(from, to).join(" "), name);
  }
  const dictionary = Map.groupBy(
    [...words].filter((word) => word.length > 3),
    ({ length }) => length,
  );
  return {
    words,
    dictionary,
    longest,
    of: (kind) => names.filter((name) => name.kind === kind),
    find(said) {
      const key = said.flatMap(wordsIn).join(" ");
      const exact = byKind(whole.get(key) ?? [], true);
      const inPart = byKind(parts.get(key) ?? [], false).map((found) => preferBeginnings(found, key));
      return [...exact, ...inPart.filter(({ kind }) => !exact.some((one) => one.kind === kind))];
    },
  };
}

function add(index: Map<string, Name[]>, key: string, name: Name): void {
  const known = index.get(key);
  if (known) known.push(name);
  else index.set(key, [name]);
}

function byKind(names: readonly Name[], isWhole: boolean): Found[] {
  return [...new Set(names.map(({ kind }) => kind))].map((kind) => ({
    kind,
    names: [...new Set(names.filter((name) => name.kind === kind))],
    isWhole,
  }));
}

/** "orders" is the one that begins so, and not the one that has it inside. */
function preferBeginnings(found: Found, key: string): Found {
  const begun = found.names.filter(({ name }) => wordsIn(name).join(" ").startsWith(`${key} `));
  return begun.length === 0 ? found : { ...found, names: begun };
}

/** The words of a name as they are compared. */
export function wordsIn(name: string): string[] {
  return name
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
