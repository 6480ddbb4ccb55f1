import { alertSender } from "../../support/alert-sender.ts";
import { type MarkedEnvironment, newMark } from "../../support/marked-environment.ts";
import { signed } from "../../support/signed-webhook.ts";

/** Creates a hook as Ada, and marks its secret. Returns the path of its address. */
async function newHook(
  { watched: { environment }, marks, mark }: MarkedEnvironment,
  what: string,
  line: string,
): Promise<string> {
  await environment.ada.command("databases", line);
  const known = new Set(marks.values());
  const secretIn = (text: string) => (text.match(/whsec_\w{32}/g) ?? []).find((secret) => !known.has(secret));
  const message = await environment.ada.waitForMessage(
    "databases",
    (one) => secretIn(JSON.stringify(one)) !== undefined,
  );
  mark(what, secretIn(JSON.stringify(message)));
  return /\/hooks\/[\w-]+/.exec(JSON.stringify(message))?.[0] ?? "";
}

/** Creates hooks, and posts valid and invalid deliveries to them. */
export async function postAlerts(all: MarkedEnvironment): Promise<void> {
  const { watched, mark, marked } = all;
  const { environment } = watched;
  const bearer = await newHook(all, "secret of a hook", "/db hook create #databases checkout");
  const signs = await newHook(all, "secret of a signed hook", "/db hook create #databases signing signed");
  await newHook(all, "new secret of a hook", "/db hook rotate checkout");
  const url = watched.toApp.url + bearer;
  const sender = alertSender({ url, secret: marked("secret of a hook") });
  await sender.fire({ name: "Disk full" });
  sender.close();
  await environment.ada.waitForMessage("databases", "Disk full");
  mark("wrong secret of a hook", newMark("whsec_"));
  const content = JSON.stringify({ title: "Signed", state: "ALERT" });
  for (const what of ["new secret of a hook", "wrong secret of a hook", "secret of a signed hook"]) {
    const by = marked(what);
    for (const body of [content, "{", "x".repeat(300_000)]) {
      const ways: [string, HeadersInit][] = [
        [url, { authorization: `Bearer ${by}` }],
        [`${url}/${by}`, {}],
        [`${url}?secret=${by}`, {}],
        [
          watched.toApp.url + signs,
          what.startsWith("secret") ? signed({ by, content: body }) : { authorization: by },
        ],
      ];
      for (const [address, headers] of ways) await fetch(address, { method: "POST", body, headers });
    }
  }
}
