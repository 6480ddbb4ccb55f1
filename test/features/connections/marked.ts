import { expect } from "vitest";
import { newVisitor } from "./page/fixture.ts";
import type { TestEnvironment } from "../../support/environment.ts";
import { type MarkedEnvironment, newMark } from "../../support/marked-environment.ts";
import type { SeenMessage } from "@quartermaster/local-slack/person";

/** The next link for Ada. */
async function newLink({ ada }: TestEnvironment, before = ""): Promise<string> {
  await ada.command("databases", "/db connect");
  const message = await ada.waitForMessage("databases", (one) => !["", before].includes(linkIn(one)));
  return linkIn(message);
}

function linkIn({ blocks }: SeenMessage): string {
  return /"url":"([^"]+\/connect\/[^"]+)"/.exec(JSON.stringify(blocks ?? []))?.[1] ?? "";
}

/** Makes connections of both kinds on the connect page, and makes every mistake there. */
export async function connectInAllWays({ watched, mark, marked }: MarkedEnvironment): Promise<void> {
  const { environment } = watched;
  const visitor = newVisitor();
  const link = await newLink(environment);
  mark("token of a connect link", link.split("/").at(-1));
  const form = await visitor.open(link);
  mark("cookie of a connect page", /qm-connect=([\w-]+)/.exec(form.headers.get("set-cookie") ?? "")?.[1]);
  const [shop] = environment.cloud.organizations;
  if (!shop) throw new Error("There is no organization.");
  const { organizationId, keyId, keySecret } = shop;
  mark("typed key id", keyId);
  mark("typed key secret", keySecret);
  mark("wrong key secret", newMark());
  mark("secret in the place of a reference", newMark());
  const managed = {
    kind: "managed",
    by: "value",
    name: "shop",
    baseUrl: watched.toCloud.url,
    organizationId,
    keyId,
    keySecret,
  };
  const refs = [
    "env:TEST_VAULT_TOKEN",
    "vault:kv/data/x#y",
    "gcp:acme",
    "aws:acme",
    marked("secret in the place of a reference"),
  ];
  const tries = [
    { ...managed, keySecret: marked("wrong key secret") },
    { ...managed, organizationId: "none" },
    { ...managed, baseUrl: "http://169.254.169.254" },
    { ...managed, name: "" },
    ...refs.map((ref) => ({ ...managed, by: "reference", keyIdRef: ref, keySecretRef: ref })),
  ];
  for (const typed of tries) await visitor.submit(form, typed);
  const result = await visitor.submit(form, managed);
  expect(result.heading).toBe("It works");
  expect((await visitor.submit(result)).heading).toContain("is connected");
  await visitor.submit(result);

  const another = newVisitor();
  mark("typed token", environment.cloud.standalone.token);
  const standalone = { kind: "standalone", by: "value", name: "observe", appUrl: watched.toCloud.url };
  const second = await another.open(await newLink(environment, link));
  await another.submit(second, { ...standalone, token: marked("wrong key secret") });
  const tested = await another.submit(second, { ...standalone, token: environment.cloud.standalone.token });
  expect(tested.heading).toBe("It works");
  await another.submit(tested);
}
