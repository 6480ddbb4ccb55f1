import type { Clock } from "../clock.ts";
import type { Observability } from "../observability/observability.ts";
import type { AlertRecord, ObservedPlace } from "../observability/place.ts";
import type { Delivery } from "./deliveries.ts";
import { intervalMs } from "./link.ts";
import type { Occasion } from "./notification.ts";
import type { Sender } from "./sender.ts";

/** An alert and where it is. */
export interface PlacedAlert {
  alert: AlertRecord;
  place: ObservedPlace;
}

/** Looks at alerts, by hand or by the clock, and has the sender tell what it finds. */
export interface Evaluation {
  /** Looks at one alert now: posts each breaching group, and each that is over since the last look once. */
  evaluate(placed: PlacedAlert): Promise<Delivery[]>;
  /** Looks at all that breach or did at the last look. */
  evaluateAll(): Promise<Delivery[]>;
  /** Does that so often from now on; 0 stops it. */
  every(ms: number): void;
  close(): void;
}

// The real one posts several at a time; more than this gains nothing on one machine.
const postsAtATime = 32;

/** Alerts that are looked at only when somebody says so. */
export function createEvaluation(clock: Clock, observability: Observability, sender: Sender): Evaluation {
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;

  function evaluate(placed: PlacedAlert): Promise<Delivery[]> {
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

  /** A round that takes longer than the time between two is waited for. */
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

function occasionsOf({ alert, place }: PlacedAlert, now: Date, version: Sender["version"]): Occasion[] {
  const window = { ...nextWindow(alert, now), alert, place };
  const breaching = [...alert.breaching].map(([group, value]) => ({
    ...window,
    group,
    value,
    state: "ALERT" as const,
  }));
  const over = [...alert.firing].filter((group) => version === "newer" && !alert.breaching.has(group));
  return [...breaching, ...over.map((group) => ({ ...window, group, value: 0, state: "OK" as const }))];
}

/** The window that ends now; one that is looked at twice at the same moment is another all the same. */
function nextWindow(alert: AlertRecord, now: Date): { startMs: number; endMs: number } {
  const thisSecondMs = Math.floor(now.getTime() / 1000) * 1000;
  const endMs = Math.max(thisSecondMs, alert.evaluatedToMs + 1000);
  alert.evaluatedToMs = endMs;
  return { startMs: endMs - intervalMs(alert.interval), endMs };
}

function isSilenced({ silenced }: AlertRecord, now: Date): boolean {
  return silenced !== undefined && Date.parse(silenced.until) > now.getTime();
}

/** Some at a time, the first first. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of left) results[place] = await run(item);
  };
  await Promise.all(Array.from({ length: postsAtATime }, worker));
  return results;
}
