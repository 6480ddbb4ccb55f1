const hookOutcomes = [
  "accepted",
  "duplicate",
  "paused",
  "unauthorized",
  "too_large",
  "limited",
  "busy",
  "store_full",
  "store_away",
] as const;
/** Why deliveries are refused: a limit of the hook or of its workspace, or Redis is nearly full. */
export const refusalReasons = [
  "hook_events",
  "hook_bytes",
  "workspace_events",
  "workspace_bytes",
  "memory",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];
const eventFates = ["accepted", "duplicate", "coalesced", "posted", "merged", "suppressed", "dead"] as const;

/** The outcome of a request to a hook. */
type HookOutcome = (typeof hookOutcomes)[number];

/** The outcome of one Slack call of an outbox. */
type OutboxOutcome = "posted" | "edited" | "limited" | "failed";

/** The outcome of an alert's event. */
type EventFate = (typeof eventFates)[number];

/** Counts what this process does, as plain numbers. No workspace, name or secret is in them. */
export interface Metrics {
  /** Call when a request to a hook was answered, with the seconds since it came. */
  hookRequest(outcome: HookOutcome, seconds: number): void;
  /** Call when a delivery was refused and the sender should try again. */
  deliveryRefused(reason: RefusalReason): void;
  /** The bytes of all long alert bodies that are kept, in all workspaces. */
  alertBodyBytes(count: number): void;
  /** Call after an outbox called Slack; `call` is "post", "edit" and so on. */
  outboxCall(call: string, outcome: OutboxOutcome): void;
  /** Call when a channel shows a change, with the seconds since the change was known. */
  outboxLag(seconds: number): void;
  events(fate: EventFate, count?: number): void;
  /** Accepted events without an outcome yet, in all workspaces. */
  eventsWaiting(count: number): void;
  /**
   * Accepted events less those with an outcome and those that wait, in all workspaces. Anything but 0 means events lost
   * or counted twice.
   */
  accountingDifference(count: number): void;
  /** All metrics, and those of the process, in Prometheus' text format. */
  exposition(): Promise<{ contentType: string; text: string }>;
}

// In seconds. A hook's sender needs its answer within milliseconds; an outbox posts once a second.
const receiveBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const lagBounds = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 7_200];

/** Reads how much memory Redis uses and may use; 0 means no limit. May fail. */
type MemoryReader = () => Promise<{ usedBytes: number; maxBytes: number }>;

/** Makes metrics that all begin at 0. The first request loads prom-client, and each request reads Redis' memory. */
export function createMetrics({ memoryUse }: { memoryUse?: MemoryReader } = {}): Metrics {
  const hookRequests = counter("qm_hook_requests_total", "Requests to alert hooks, by response.");
  const receiveSeconds = histogram(
    "qm_hook_request_seconds",
    "Time from a request to its response.",
    receiveBounds,
  );
  const refusals = counter(
    "qm_hook_refusals_total",
    "Refused deliveries to alert hooks, which the sender repeats, by reason.",
  );
  const bodyBytes = gauge(
    "qm_alert_body_bytes",
    "Bytes of whole bodies of long alerts that Redis keeps, compressed, in all workspaces.",
  );
  const outboxCalls = counter("qm_outbox_calls_total", "Calls to Slack for channels, by kind and result.");
  const outboxLag = histogram(
    "qm_outbox_lag_seconds",
    "Time from a change of an alert until its channel shows it.",
    lagBounds,
  );
  const events = counter("qm_alert_events_total", "Alert events, by result.");
  const waiting = gauge("qm_alert_events_waiting", "Accepted events that are not shown yet.");
  const difference = gauge(
    "qm_alert_events_difference",
    "Accepted events that are neither accounted for nor waiting; 0 if all is well.",
  );
  const redisUsed = gauge(
    "qm_redis_memory_used_bytes",
    "Memory that Redis uses; absent while it cannot be read.",
  );
  const redisMax = gauge("qm_redis_memory_max_bytes", "Memory that Redis may use; 0 for no limit.");
  const ofHooks = [hookRequests, receiveSeconds, refusals, bodyBytes];
  const all = [...ofHooks, outboxCalls, outboxLag, events, waiting, difference];
  // Begin at 0, so the first event shows as a rise.
  for (const outcome of hookOutcomes) hookRequests.add({ outcome }, 0);
  for (const reason of refusalReasons) refusals.add({ reason }, 0);
  for (const fate of eventFates) events.add({ fate }, 0);

  async function ofRedis(): Promise<Snapshot[]> {
    try {
      const memory = await memoryUse?.();
      if (!memory) return [];
      redisUsed.set(memory.usedBytes);
      redisMax.set(memory.maxBytes);
      return [redisUsed.snapshot(), redisMax.snapshot()];
    } catch {
      // Report everything else while Redis is away. Its connection logs the failure.
      return [];
    }
  }

  let rendering: Promise<Rendering> | undefined;

  return {
    hookRequest(outcome, seconds) {
      hookRequests.add({ outcome });
      receiveSeconds.observe(seconds);
    },
    deliveryRefused: (reason) => refusals.add({ reason }),
    alertBodyBytes: (count) => bodyBytes.set(count),
    outboxCall: (call, outcome) => outboxCalls.add({ call, outcome }),
    outboxLag: (seconds) => outboxLag.observe(seconds),
    events(fate, count = 1) {
      if (count > 0) events.add({ fate }, count);
    },
    eventsWaiting: (count) => waiting.set(count),
    accountingDifference: (count) => difference.set(count),
    async exposition() {
      rendering ??= loadRendering();
      const render = await rendering;
      const redis = await ofRedis();
      return render([...all.map((each) => each.snapshot()), ...redis]);
    },
  };
}

type Rendering = (snapshots: readonly Snapshot[]) => Promise<{ contentType: string; text: string }>;

/** The names of the event loop's delays, but for the present one. */
const loopDelays = /^nodejs_eventloop_lag_(?!seconds)/;

async function loadRendering(): Promise<Rendering> {
  const { AggregatorRegistry, Registry, collectDefaultMetrics } = await import("prom-client");
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return async (snapshots) => {
    const own = await ofProcess.getMetricsAsJSON();
    // Before the event loop was measured, as at the first scrape, its mean is NaN and its minimum is 292 years.
    const mean = own.find(({ name }) => name === "nodejs_eventloop_lag_mean_seconds");
    const isMeasured = mean?.values.every(({ value }) => Number.isFinite(value)) ?? true;
    const known = isMeasured ? own : own.filter(({ name }) => !loopDelays.test(name));
    const registry = AggregatorRegistry.aggregate([snapshots, known]);
    return { contentType: registry.contentType, text: await registry.metrics() };
  };
}

type Labels = Readonly<Record<string, string>>;

/** A metric's numbers, in the form that prom-client passes from one process to another. */
interface Snapshot {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  aggregator: "sum";
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[];
}

/** A counter with one value for each set of labels. */
function counter(name: string, help: string) {
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
function gauge(name: string, help: string) {
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
function histogram(name: string, help: string, bounds: readonly number[]) {
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
