import {
  type Delivery,
  type Occasion,
  type Attempt,
  createPoster,
  usualWaitPolicy,
  createSender,
  createClock,
  type AlertRecord,
  newAlert,
  seededTarget,
} from "@quartermaster/reference-cloud/alerting";
import { intervalMs } from "@quartermaster/reference-cloud";
import { seededToken } from "@quartermaster/reference-cloud/seeded-random";

/** A sender's address and settings. */
export interface SenderOptions {
  url: string;
  /** Sent as a bearer token. */
  secret?: string;
  headers?: Record<string, string>;
  /** "default", "older", "structured", or a text with `{{variables}}`. */
  template?: string;
  version?: "newer" | "older";
  /** The waits between its tries. The real sender waits 1 s and 2 s. */
  waitsMs?: readonly number[];
}

/** An alert, or a group of it, that begins, continues or ends. The same name is the same alert. */
export interface AlertOptions {
  name?: string;
  group?: string;
  value?: number;
  threshold?: number;
  interval?: string;
  source?: "tile" | "saved_search";
  message?: string;
  lines?: string[];
  /** The end of its window. The default is now, or the second after the alert's last window. */
  at?: Date;
}

/** Posts alerts to one hook like the real sender, with its retries and idempotency keys. */
export interface AlertSender {
  fire(alert?: AlertOptions): Promise<Delivery>;
  resolve(alert?: AlertOptions): Promise<Delivery>;
  /** Posts a body of any kind, with the same retries. */
  post(body: string | object, headers?: Record<string, string>): Promise<Attempt[]>;
  /** "Send test". */
  test(): Promise<Delivery>;
  close(): void;
}

/** A sender for one hook. Close it after the test. */
export function alertSender({
  url,
  secret,
  headers: own = {},
  template = "structured",
  version = "newer",
  waitsMs = [20, 40],
}: SenderOptions): AlertSender {
  const sender = Object.assign(createSender(createClock(() => new Date())), { version, waitsMs });
  const headers = { ...own, ...(secret && { authorization: `Bearer ${secret}` }) };
  const webhook = { id: "webhook", name: "Test sender", url, headers, template };
  sender.webhooks.set(webhook.id, webhook);
  const target = seededTarget("test sender", new Date());
  const poster = createPoster();

  function occasion(state: Occasion["state"], options: AlertOptions): Occasion {
    const { group = "", value = state === "OK" ? 0 : 2432, at } = options;
    const alert = alertNamed(options);
    const thisSecondMs = Math.floor(Date.now() / 1000) * 1000;
    const endMs = at?.getTime() ?? Math.max(thisSecondMs, alert.evaluatedToMs + 1000);
    alert.evaluatedToMs = endMs;
    return { alert, target, group, value, state, startMs: endMs - intervalMs(alert.interval), endMs };
  }

  function alertNamed({ name = "p95 latency (ms)", source = "tile", ...options }: AlertOptions): AlertRecord {
    const id = seededToken(24, name);
    const [dashboard] = target.dashboards.values();
    const on =
      source === "tile"
        ? { dashboardId: dashboard?.id, tileId: dashboard?.tiles?.[0]?.id ?? undefined }
        : { savedSearchId: id };
    const { threshold = 2000, interval = "5m", message = "", lines } = options;
    const told = { name, source, threshold, interval, message, thresholdType: "above", ...on };
    const channel = { type: "webhook", webhookId: webhook.id };
    const alert = target.alerts.get(id) ?? newAlert({ ...told, id, channel }, new Date());
    target.alerts.set(id, Object.assign(alert, told, { lines }));
    return alert;
  }

  return {
    fire: (options = {}) => sender.notify(occasion("ALERT", options)),
    resolve: (options = {}) => sender.notify(occasion("OK", options)),
    post: (body, more = {}) =>
      poster.post(
        {
          url,
          headers: { ...headers, ...more },
          body: typeof body === "string" ? body : JSON.stringify(body),
        },
        { ...usualWaitPolicy, waitsMs },
      ),
    test: () => sender.test(webhook),
    close() {
      sender.close();
      poster.close();
    },
  };
}
