import { z } from "zod";

// pino's numbers: https://getpino.io/#/docs/api?id=logger-level
const levelNames: Record<number, string> = { 30: "info", 40: "warning", 50: "error", 60: "fatal" };
const warning = 40;
const keptLines = 15;

/** A line of the app's log. Its other fields are for machines. */
const Entry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(""),
  err: z.looseObject({ message: z.string() }).optional(),
});
type Entry = z.output<typeof Entry>;

/** The app's log in readable form. */
export interface AppLog {
  /** Takes a line of the app's output. Passes it to `show` at once if it is a warning or worse. */
  add(line: string): void;
  /** The last lines in order, of any level. */
  lastLines(): string[];
}

/** Reads a log of pino's JSON lines. Keeps other lines unchanged. */
export function appLog(show: (text: string) => void): AppLog {
  const lines: string[] = [];
  return {
    add(line) {
      const entry = parse(line);
      const text = entry ? readable(entry) : line;
      lines.push(text);
      if (lines.length > keptLines) lines.shift();
      if (entry && entry.level >= warning) show(text);
    },
    lastLines: () => [...lines],
  };
}

function parse(line: string): Entry | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    // Only JSON is an entry. A stack trace is not.
    return undefined;
  }
}

function readable({ level, time, msg, err }: Entry): string {
  const clock = new Date(time).toTimeString().slice(0, 8);
  const what = [msg, err?.message].filter(Boolean).join(": ");
  return `${clock} ${levelNames[level] ?? "detail"}: ${what}`;
}
