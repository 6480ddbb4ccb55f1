import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createPoster } from "@quartermaster/reference-cloud/alerting";
import type { KnownHook } from "../support/hook.ts";

/** One event of one group of an alert, in the window that ends then. */
export interface AlertNews {
  alertName: string;
  group: string;
  state: "ALERT" | "OK";
  endsAtMs: number;
  /** The length of the window, and so the interval of checks. The default is a minute. */
  windowMs?: number;
  severity?: string;
}

/** The outcome of a post: when the accepted try began and ended, and the earlier responses; null for none. */
export interface Posted {
  askedAtMs: number;
  takenAtMs: number;
  before: (number | null)[];
}

/** Posts like the observability system's sender, but never gives up. */
export interface AlertPoster {
  /** Tries again with the same idempotency key, at the next replica, until it is accepted. */
  post(hook: KnownHook, news: AlertNews): Promise<Posted>;
  /** Posts several in one body, like Alertmanager. */
  postTogether(hook: KnownHook, news: readonly AlertNews[]): Promise<Posted>;
  close(): void;
}

const usualWindowMs = 60_000;
// Hundreds of constant retries would leave no time for the app.
const [shortestRetryMs, longestRetryMs] = [50, 800];
const mostTries = 300;

/** A poster that uses the replicas in rotation. */
export function alertPoster(address: (round: number) => string): AlertPoster {
  const poster = createPoster();
  let rounds = 0;

  async function deliver({ hook, secret }: KnownHook, { body, key }: Delivery): Promise<Posted> {
    const before: (number | null)[] = [];
    const headers = { authorization: `Bearer ${secret}`, "idempotency-key": key };
    while (before.length < mostTries) {
      const url = `${address(rounds++)}/hooks/${hook.id}`;
      const askedAtMs = Date.now();
      const [attempt] = await poster.post({ url, headers, body }, { waitsMs: [], timeoutMs: 10_000 });
      const status = attempt?.status ?? null;
      if (status === 202) return { askedAtMs, takenAtMs: Date.now(), before };
      if (status !== null && status < 500) throw new Error(`A post was answered with ${status}.`);
      before.push(status);
      await sleep(Math.min(longestRetryMs, shortestRetryMs * 2 ** (before.length - 1)));
    }
    throw new Error(`No replica accepted ${body} in ${mostTries} tries.`);
  }

  return {
    post: (hook, news) => deliver(hook, structured(news)),
    postTogether: (hook, news) => deliver(hook, grouped(news)),
    close: () => poster.close(),
  };
}

interface Delivery {
  body: string;
  /** The same for every retry. */
  key: string;
}

/** The structured body that we ask users to paste. */
export function structured({
  alertName,
  group,
  state,
  endsAtMs,
  windowMs = usualWindowMs,
}: AlertNews): Delivery {
  const eventId = eventHash(alertName, group);
  const [startTime, endTime] = [String(endsAtMs - windowMs), String(endsAtMs)];
  const title = `${state === "ALERT" ? "🚨" : "✅"} Alert for "${alertName}" - 12 lines found`;
  const link = "https://observe.example.com/search/65f5e4a3b9e77c001a345001";
  const facts = {
    eventId,
    state,
    title,
    body: `Group: "${group}"`,
    link,
    startTime,
    endTime,
    groupKey: group,
  };
  return { body: JSON.stringify(facts), key: eventHash(eventId, startTime, endTime, state) };
}

function grouped(news: readonly AlertNews[]): Delivery {
  const alerts = news.map(({ alertName, group, state, endsAtMs, severity }) => ({
    status: state === "ALERT" ? "firing" : "resolved",
    labels: { alertname: alertName, group, ...(severity === undefined ? {} : { severity }) },
    annotations: {},
    startsAt: new Date(endsAtMs - usualWindowMs).toISOString(),
    endsAt: state === "OK" ? new Date(endsAtMs).toISOString() : "0001-01-01T00:00:00Z",
    fingerprint: eventHash(alertName, group),
  }));
  const body = JSON.stringify({ version: "4", status: "firing", receiver: "hook", alerts });
  return { body, key: eventHash(body) };
}

function eventHash(...parts: readonly string[]): string {
  return createHash("sha1").update(parts.join(":")).digest("hex");
}
