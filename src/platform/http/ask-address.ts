import { AppError } from "../../lib/errors.ts";

// Somebody waits, and all is asked at once.
const timeoutMs = 3_000;

/** Sends a request to our own public address, as somebody outside would; undefined where nothing answers. */
export async function askAddress(url: string, init: RequestInit = {}): Promise<Response | undefined> {
  try {
    return await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    // Why it was not reached: no name, no route, no certificate, no answer.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw new AppError("bug", "The public address could not be asked.", { cause: error });
  }
}
