import { once } from "node:events";
import { Agent as HttpAgent, type IncomingMessage, request as askHttp } from "node:http";
import { Agent as HttpsAgent, request as askHttps } from "node:https";
import { setTimeout as wait } from "node:timers/promises";

/** A body and its address. */
export interface Posting {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** One try of a post: the response's status, or the reason for none. */
export interface Attempt {
  /** Unix milliseconds. */
  at: number;
  durationMs: number;
  status: number | null;
  error?: string;
}

/** A sender's tries and timeouts. */
export interface WaitPolicy {
  /** The waits between the tries. There is one try more than these. */
  waitsMs: readonly number[];
  timeoutMs: number;
  /** Aborts everything when the sender ends. */
  ending?: AbortSignal | undefined;
}

/** Posts over kept connections. */
export interface Poster {
  post(posting: Posting, waitPolicy?: WaitPolicy): Promise<Attempt[]>;
  close(): void;
}

/** The real sender's values: three tries of 30 s each. */
export const usualWaitPolicy: WaitPolicy = { waitsMs: [1000, 2000], timeoutMs: 30_000 };

/**
 * Posts like the real sender: refuses redirects, and tries again only after network errors, 5xx and 429.
 * A timeout and any other status are final, and Retry-After is not read.
 */
export function createPoster(): Poster {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  function ask({ url, headers, body }: Posting, signal: AbortSignal) {
    const isHttps = url.startsWith("https:");
    const sent = {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...headers,
    };
    const options = { method: "POST", headers: sent, signal, agent: isHttps ? agents.https : agents.http };
    return (isHttps ? askHttps : askHttp)(url, options).end(body);
  }

  async function statusOf(posting: Posting, signal: AbortSignal): Promise<number> {
    const [answer]: IncomingMessage[] = await once(ask(posting, signal), "response");
    answer?.resume();
    return answer?.statusCode ?? 0;
  }

  async function attempt(posting: Posting, waitPolicy: WaitPolicy): Promise<Attempt & { isFinal: boolean }> {
    const at = Date.now();
    const { signal, release, isTimeout } = deadline(waitPolicy);
    try {
      const status = await statusOf(posting, signal);
      return { at, durationMs: Date.now() - at, status, isFinal: status < 500 && status !== 429 };
    } catch (error) {
      const said = error instanceof Error ? error.message : "unknown";
      return { at, durationMs: Date.now() - at, status: null, error: said, isFinal: isTimeout() };
    } finally {
      release();
    }
  }

  return {
    async post(posting, waitPolicy = usualWaitPolicy) {
      const attempts: Attempt[] = [];
      for (const waitMs of [...waitPolicy.waitsMs, undefined]) {
        const { isFinal, ...done } = await attempt(posting, waitPolicy);
        attempts.push(done);
        if (isFinal || waitMs === undefined || waitPolicy.ending?.aborted) break;
        await wait(waitMs, undefined, { signal: waitPolicy.ending }).catch(() => {});
      }
      return attempts;
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** True if the last try succeeded. */
export function isDelivered(attempts: readonly Attempt[]): boolean {
  const status = attempts.at(-1)?.status ?? 0;
  return status >= 200 && status < 300;
}

/** A signal for one try. `AbortSignal.any` would keep each try in memory as long as the sender. */
function deadline({ timeoutMs, ending }: WaitPolicy) {
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  const end = () => controller.abort();
  ending?.addEventListener("abort", end, { once: true });
  function release(): void {
    clearTimeout(timer);
    ending?.removeEventListener("abort", end);
  }
  return { signal: controller.signal, release, isTimeout: () => isLate };
}
