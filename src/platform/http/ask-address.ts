import { AppError } from "../../lib/errors.ts";
import { proxyFailureIn } from "../cloud/transport/proxy.ts";

// A person waits, and all requests run at once.
const timeoutMs = 3_000;

/** Requests our own public address from outside. Undefined if nothing answers. Fails if the proxy does. */
export async function askAddress(
  url: string,
  fetch: typeof globalThis.fetch,
  init: RequestInit = {},
): Promise<Response | undefined> {
  try {
    return await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const proxy = proxyFailureIn(error);
    if (proxy) throw proxy;
    // No DNS name, no route, no certificate or no answer.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw new AppError("bug", "Couldn't ask the public address.", { cause: error });
  }
}
