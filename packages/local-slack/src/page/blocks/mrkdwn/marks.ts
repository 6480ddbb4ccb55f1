/** A piece of a line of mrkdwn. */
export type Mark =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "bold" | "italic" | "strike"; children: Mark[] }
  | { kind: "link"; url: string; label: string }
  | { kind: "user" | "channel" | "group"; id: string; label: string | undefined }
  | { kind: "broadcast"; label: string }
  | { kind: "date"; seconds: number; format: string; url: string | undefined; fallback: string }
  | { kind: "emoji"; name: string };

/** Decodes Slack's escapes. Nothing else in mrkdwn is an entity. */
export function unescape(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** True for addresses that are safe to put behind a link. */
export function isSafeUrl(url: string): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(url);
}

/** The content of angle brackets: a mention, a date, a link. Anything else is plain text. */
export function angleMark(inside: string): Mark {
  const [target, label] = splitOnce(inside, "|");
  if (target.startsWith("@")) return { kind: "user", id: target.slice(1), label };
  if (target.startsWith("#")) return { kind: "channel", id: target.slice(1), label };
  if (target.startsWith("!subteam^")) return { kind: "group", id: target.slice("!subteam^".length), label };
  if (target.startsWith("!date^")) return dateMark(target, label);
  if (target.startsWith("!")) return { kind: "broadcast", label: label ?? `@${target.slice(1)}` };
  const url = unescape(target);
  if (!isSafeUrl(url)) return { kind: "text", text: unescape(`<${inside}>`) };
  return { kind: "link", url, label: unescape(label ?? target.replace(/^mailto:/, "")) };
}

function dateMark(target: string, fallback = ""): Mark {
  const [, seconds = "", format = "", url] = target.split("^");
  const safeUrl = url !== undefined && isSafeUrl(url) ? unescape(url) : undefined;
  return { kind: "date", seconds: Number(seconds), format, url: safeUrl, fallback: unescape(fallback) };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
