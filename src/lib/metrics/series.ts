/** A label and the values that it may have. */
export interface Label {
  readonly name: string;
  /** By index. */
  readonly values: readonly string[];
  /** How many values there may be. */
  readonly most: number;
  /** The index of a value. */
  indexOf(value: string): number;
}

/** The value of everything that has no series of its own. */
const other = "other";

/** A label with these values. Any other value counts as "other". */
export function oneOf(name: string, known: readonly string[]): Label {
  const values = [...known, other];
  const indexes = new Map(values.map((value, index) => [value, index]));
  return { name, values, most: values.length, indexOf: (value) => indexes.get(value) ?? known.length };
}

/**
 * A label for names that only the code chooses, so there are few: the first ones get a series each, and the rest count
 * as "other".
 */
export function firstOf(name: string, most: number): Label {
  const values = [other];
  const indexes = new Map<string, number>();
  return {
    name,
    values,
    most: most + 1,
    indexOf(value) {
      const known = indexes.get(value);
      if (known !== undefined) return known;
      if (values.length > most) return 0;
      indexes.set(value, values.length);
      return values.push(value) - 1;
    },
  };
}

/** One line of a family. */
interface Sample {
  /** What follows the family's name, as in "_bucket". */
  suffix?: string;
  labels: readonly (readonly [name: string, value: string])[];
  value: number;
}

/** A metric with all its series. */
export interface Family {
  readonly name: string;
  /** What it says, for people, in one or two sentences. */
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly Pick<Label, "name" | "values">[];
  samples(): Sample[];
}

/** Where to find the sum of two labels' indexes: a table with a row for each value of the first. */
function tableOf([first, second]: readonly Label[]) {
  const columns = second?.most ?? 1;
  return {
    size: (first?.most ?? 1) * columns,
    indexOf: (one: string, two: string): number =>
      (first?.indexOf(one) ?? 0) * columns + (second?.indexOf(two) ?? 0),
    labelsAt(index: number): (readonly [string, string])[] {
      const indexes = [Math.floor(index / columns), index % columns];
      return [first, second].flatMap((label, place) =>
        label ? [[label.name, label.values[indexes[place] ?? 0] ?? other] as const] : [],
      );
    },
  };
}

/** Without "other", which is absent until something counts as it. */
function fromTheStart(label: Label | undefined): readonly string[] {
  return label ? label.values.filter((value) => value !== other) : [""];
}

/**
 * A counter with at most two labels. A series appears with its first count, or with `isFull` at 0 from the start, so
 * the first count shows as a rise.
 */
export function counter(
  name: string,
  help: string,
  labels: readonly Label[] = [],
  { isFull = labels.length === 0 } = {},
) {
  const table = tableOf(labels);
  const counts = new Float64Array(table.size);
  const isThere = new Uint8Array(table.size);
  const add = (one = "", two = "", count = 1): void => {
    const index = table.indexOf(one, two);
    counts[index] = (counts[index] ?? 0) + count;
    isThere[index] = 1;
  };
  if (isFull)
    for (const one of fromTheStart(labels[0])) for (const two of fromTheStart(labels[1])) add(one, two, 0);
  return {
    name,
    help,
    type: "counter" as const,
    labels,
    /** Counts under these values of its labels. */
    add,
    samples: () =>
      Array.from(counts, (value, index) => ({ labels: table.labelsAt(index), value })).filter(
        (_, index) => isThere[index] === 1,
      ),
  };
}

/** A gauge with at most one label. A value that is unknown is absent. */
export function gauge(name: string, help: string, label?: Label) {
  const table = tableOf(label ? [label] : []);
  const values: (number | undefined)[] = Array.from({ length: table.size });
  return {
    name,
    help,
    type: "gauge" as const,
    labels: label ? [label] : [],
    set(value: number | undefined, one = ""): void {
      values[table.indexOf(one, "")] = value;
    },
    samples: () =>
      values.flatMap((value, index) =>
        value === undefined ? [] : [{ labels: table.labelsAt(index), value }],
      ),
  };
}

/** A histogram with cumulative buckets and at most one label. `bounds` ascend, in seconds. */
export function histogram(name: string, help: string, bounds: readonly number[], label?: Label) {
  const table = tableOf(label ? [label] : []);
  const width = bounds.length;
  const buckets = new Float64Array(table.size * width);
  const sums = new Float64Array(table.size);
  const counts = new Float64Array(table.size);
  const starts = new Set(fromTheStart(label).map((value) => table.indexOf(value, "")));

  function samplesAt(index: number): Sample[] {
    const labels = table.labelsAt(index);
    const bucket = (le: string, value: number) => ({
      suffix: "_bucket",
      labels: [...labels, ["le", le] as const],
      value,
    });
    let below = 0;
    return [
      ...bounds.map((bound, at) => bucket(floatText(bound), (below += buckets[index * width + at] ?? 0))),
      bucket("+Inf", counts[index] ?? 0),
      { suffix: "_sum", labels, value: sums[index] ?? 0 },
      { suffix: "_count", labels, value: counts[index] ?? 0 },
    ];
  }

  return {
    name,
    help,
    type: "histogram" as const,
    labels: label ? [label] : [],
    observe(seconds: number, one = ""): void {
      const index = table.indexOf(one, "");
      sums[index] = (sums[index] ?? 0) + seconds;
      counts[index] = (counts[index] ?? 0) + 1;
      for (let at = 0; at < width; at += 1) {
        if (seconds > (bounds[at] ?? 0)) continue;
        buckets[index * width + at] = (buckets[index * width + at] ?? 0) + 1;
        return;
      }
    },
    samples: () =>
      Array.from(counts, (count, index) => (count > 0 || starts.has(index) ? samplesAt(index) : [])).flat(),
  };
}

/** As in "5.0", because Prometheus 3 writes bounds so, and rules must match them in every version. */
function floatText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** The families in Prometheus' text format. One without a value is left out. */
export function exposition(families: readonly Family[]): string {
  return families.map(textOf).join("");
}

function textOf(family: Family): string {
  const { name, help, type } = family;
  const lines = family.samples().map(({ suffix = "", labels, value }) => {
    const inner = labels.map(([label, text]) => `${label}="${text.replaceAll(/[\\"\n]/g, "_")}"`).join(",");
    return `${name}${suffix}${inner === "" ? "" : `{${inner}}`} ${value}\n`;
  });
  return lines.length === 0 ? "" : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}
