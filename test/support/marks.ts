/** A secret in every encoding that may hide it: plain, JSON, URL or form, base64, hex. */
export function formsOf(secret: string): string[] {
  const inJson = [secret, escaped(secret), escaped(escaped(secret))];
  const inUrls = inJson.flatMap((text) => [encodeURIComponent(text), formEncoded(text)]);
  const encoded = [0, 1, 2].flatMap((shift) => [
    within(secret, shift, "base64"),
    within(secret, shift, "base64url"),
  ]);
  return [...new Set([...inJson, ...inUrls, ...encoded, Buffer.from(secret).toString("hex")])];
}

/** The number of times that a text holds a secret, in any encoding. */
export function timesIn(text: string, secret: string): number {
  const forms = formsOf(secret).toSorted((a, b) => b.length - a.length);
  let rest = text;
  let times = 0;
  for (const form of forms) {
    const parts = rest.split(form);
    times += parts.length - 1;
    rest = parts.join("\n");
  }
  return times;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** A secret within a base64 text: three forms for its three possible offsets, without the ends. */
function within(secret: string, shift: number, encoding: "base64" | "base64url"): string {
  const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString(encoding);
  return text.slice(shift === 0 ? 0 : shift + 1, -4);
}
