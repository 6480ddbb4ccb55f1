import { AppError } from "../errors.ts";

/** Does work, and tells how long it took and its failure. */
export async function measured<T>(
  work: () => Promise<T>,
  tell: (seconds: number, error?: unknown) => void,
): Promise<T> {
  const sinceMs = performance.now();
  try {
    const result = await work();
    tell((performance.now() - sinceMs) / 1_000);
    return result;
  } catch (error) {
    tell((performance.now() - sinceMs) / 1_000, error ?? new AppError("bug", "Nothing was thrown."));
    throw error;
  }
}
