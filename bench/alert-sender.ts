import { once } from "node:events";
import { connect } from "node:net";
import type { AlertLoad } from "./alert-load.ts";
import { minuteMs } from "../src/lib/duration.ts";

/** One connection that posts alerts, one at a time. */
export interface AlertSender {
  /** Posts the n-th alert of this run, which is unique. Returns the status. */
  post(n: number): Promise<number>;
  close(): void;
}

/**
 * Connects to a server with minimal HTTP. Node's own client takes more processor time than the measured
 * servers, and they share two processors.
 */
export async function connectSender(
  { url, paths, secret, run, alerts }: AlertLoad,
  startedAtMs = Date.now(),
): Promise<AlertSender> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let received = "";
  let answered: ((status: number) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;

  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
    const bodyAt = received.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4) return;
    const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0);
    if (received.length < bodyAt + length) return;
    const status = Number(received.slice(9, 12));
    received = "";
    answered?.(status);
  });
  socket.on("close", () => failed?.(new Error(`${url} hung up`)));
  socket.on("error", (error) => failed?.(error));

  return {
    post(n) {
      const body =
        alerts === undefined
          ? alertBody(`${run}-${n}`, startedAtMs)
          : alertBody(`bench-${n % alerts}`, startedAtMs + Math.floor(n / alerts));
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      if (!socket.writable) reject(new Error(`${url} has hung up`));
      [answered, failed] = [resolve, reject];
      socket.write(
        `POST ${paths[n % paths.length]} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${secret}\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return promise;
    },
    close() {
      failed = undefined;
      socket.destroy();
    },
  };
}

/** A body of the structured template. */
function alertBody(eventId: string, endsAtMs: number): string {
  return JSON.stringify({
    eventId,
    state: "ALERT",
    title: '🚨 Alert for "p95 latency (ms)" in "API Monitoring" - 2432 meets or exceeds 2000',
    body: 'Group: "ServiceName:api, Environment:prod"\n2432 meets or exceeds 2000\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)\n',
    link: "https://observe.example.com/dashboards/65f5e4a3b9e77c001a567890?from=1793712300000&granularity=5+minute&to=1793716800000&highlightedTileId=65f5e4a3b9e77c001a901234",
    startTime: String(endsAtMs - minuteMs),
    endTime: String(endsAtMs),
  });
}
