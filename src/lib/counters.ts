type Labels = Readonly<Record<string, string>>;

/** A metric's numbers, as prom-client tells metrics from one process to another. */
export interface Snapshot {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  aggregator: "sum";
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[];
}

/** A counter with one value for each set of labels. */
export function counter(name: string, help: string) {
  const counts = new Map<string, { value: number; labels: Record<string, string> }>();
  return {
    add(labels: Labels, count = 1): void {
      const id = Object.values(labels).join("\n");
      const known = counts.get(id);
      if (known) known.value += count;
      else counts.set(id, { value: count, labels: { ...labels } });
    },
    snapshot: (): Snapshot => ({
      name,
      help,
      type: "counter",
      aggregator: "sum",
      values: [...counts.values()],
    }),
  };
}

/** A gauge: one value that goes up and down. */
export function gauge(name: string, help: string) {
  let value = 0;
  return {
    set(to: number): void {
      value = to;
    },
    snapshot: (): Snapshot => ({
      name,
      help,
      type: "gauge",
      aggregator: "sum",
      values: [{ value, labels: {} }],
    }),
  };
}

/** A histogram with cumulative buckets; `bounds` ascend. */
export function histogram(name: string, help: string, bounds: readonly number[]) {
  const counts = bounds.map(() => 0);
  let [sum, count] = [0, 0];
  const bucket = (le: number | string, value: number) => ({
    metricName: `${name}_bucket`,
    labels: { le },
    value,
  });

  return {
    observe(value: number): void {
      sum += value;
      count += 1;
      const index = bounds.findIndex((bound) => value <= bound);
      if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
    },
    snapshot(): Snapshot {
      let below = 0;
      const values = [
        ...bounds.map((bound, index) => bucket(bound, (below += counts[index] ?? 0))),
        bucket("+Inf", count),
        { metricName: `${name}_sum`, labels: {}, value: sum },
        { metricName: `${name}_count`, labels: {}, value: count },
      ];
      return { name, help, type: "histogram", aggregator: "sum", values };
    },
  };
}
