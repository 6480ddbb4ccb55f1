import type { Clock } from "../clock.ts";
import type { Observability } from "../observability/observability.ts";
import type { AlertRecord, ObservedTarget } from "../observability/target.ts";
import type { Delivery } from "./deliveries.ts";
import { type Occasion, intervalMs } from "./link.ts";
import type { Sender } from "./sender.ts";

/** An alert with its target. */
export interface TargetAlert {
  alert: AlertRecord;
  target: ObservedTarget;
}

/** Evaluates alerts on request or by the clock, and lets the sender post the findings. */
export interface Evaluation {
  /** Evaluates one alert now. Posts each breaching group, and once each group that has ended since the last time. */
  evaluate(placed: TargetAlert): Promise<Delivery[]>;
  /** Evaluates all alerts that breach, or did the last time. */
  evaluateAll(): Promise<Delivery[]>;
  /** Repeats that at an interval. 0 stops it. */
  every(ms: number): void;
  close(): void;
}

// The real sender posts several at a time. More than this gains nothing on one machine.
const postsAtATime = 32;

/** An evaluation that runs only on request. */
export function createEvaluation(clock: Clock, observability: Observability, sender: Sender): Evaluation {
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;

  function evaluate(placed: TargetAlert): Promise<Delivery[]> {
    const now = clock.now();
    const { alert } = placed;
    const occasions = occasionsOf(placed, now, sender.version);
    alert.firing = new Set(alert.breaching.keys());
    if (isSilenced(alert, now)) return Promise.resolve([]);
    return inTurns(occasions, (occasion) => sender.notify(occasion));
  }

  async function evaluateAll(): Promise<Delivery[]> {
    const due = observability
      .alerts()
      .filter(({ alert }) => alert.breaching.size > 0 || alert.firing.size > 0);
    return (await Promise.all(due.map(evaluate))).flat();
  }

  /** The next round waits for a slow one. */
  async function round(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    await evaluateAll().finally(() => (isBusy = false));
  }

  function every(ms: number): void {
    clearInterval(timer);
    timer = ms === 0 ? undefined : setInterval(() => void round(), ms).unref();
  }

  return { evaluate, evaluateAll, every, close: () => every(0) };
}

function occasionsOf({ alert, target }: TargetAlert, now: Date, version: Sender["version"]): Occasion[] {
  const window = { ...nextWindow(alert, now), alert, target };
  const breaching = [...alert.breaching].map(([group, value]) => ({
    ...window,
    group,
    value,
    state: "ALERT" as const,
  }));
  const over = [...alert.firing].filter((group) => version === "newer" && !alert.breaching.has(group));
  return [...breaching, ...over.map((group) => ({ ...window, group, value: 0, state: "OK" as const }))];
}

/** The window that ends now. It is always a new one, even twice at the same time. */
function nextWindow(alert: AlertRecord, now: Date): { startMs: number; endMs: number } {
  const thisSecondMs = Math.floor(now.getTime() / 1000) * 1000;
  const endMs = Math.max(thisSecondMs, alert.evaluatedToMs + 1000);
  alert.evaluatedToMs = endMs;
  return { startMs: endMs - intervalMs(alert.interval), endMs };
}

function isSilenced({ silenced }: AlertRecord, now: Date): boolean {
  return silenced !== undefined && Date.parse(silenced.until) > now.getTime();
}

/** Some at a time, in order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: postsAtATime }, worker));
  return results;
}
