/** Reads an acknowledgement's body: undefined if empty, JSON if marked so, or else the text. */
export function parseBody(text: string, contentType: string): { readable: boolean; value?: unknown } {
  if (!contentType.includes("application/json")) return { readable: true, value: unlessEmpty(text) };
  try {
    return { readable: true, value: text === "" ? undefined : unlessEmpty(JSON.parse(text)) };
  } catch {
    return { readable: false };
  }
}

/** The value. Undefined if it is nothing, no text, or an object without fields. */
export function unlessEmpty(value: unknown): unknown {
  const fieldless = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return fieldless || value === "" || value === null ? undefined : value;
}
