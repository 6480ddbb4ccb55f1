import { isJsonObject, stringOf, type JsonObject } from "./json.ts";

/** A call of the Web API in short, for counting and for checking the pace. */
export interface CallNote {
  /** Its arrival, in milliseconds since 1970. */
  at: number;
  method: string;
  channel?: string | undefined;
  /** The message that was posted or changed. */
  ts?: string | undefined;
  /** Null if no response was sent. */
  status: number | null;
  /** True if the request was done, answered or not. */
  ok: boolean;
  error?: string | undefined;
}

/** The recent calls, the oldest first. */
export interface CallNotes {
  add(note: Pick<CallNote, "at" | "method" | "status">, input: JsonObject, answer: unknown): void;
  /** Filtered by these methods and this channel's id, if given. */
  list(query: { methods?: readonly string[] | undefined; channel?: string | undefined }): CallNote[];
  clear(): void;
}

// Enough for several times ten thousand posts and their retries. An entry takes a few hundred bytes.
const keptCalls = 100_000;

/** An empty list of calls. */
export function createCallNotes(): CallNotes {
  let notes: CallNote[] = [];
  return {
    add(note, input, answer) {
      const said = isJsonObject(answer) ? answer : {};
      notes.push({
        ...note,
        channel: stringOf(said.channel) ?? stringOf(input.channel),
        ts: stringOf(said.ts) ?? stringOf(input.ts),
        ok: said.ok === true,
        error: stringOf(said.error),
      });
      if (notes.length > 2 * keptCalls) notes = notes.slice(-keptCalls);
    },
    list: ({ methods, channel }) =>
      notes.filter(
        (note) =>
          (!methods || methods.includes(note.method)) && (channel === undefined || note.channel === channel),
      ),
    clear() {
      notes = [];
    },
  };
}
