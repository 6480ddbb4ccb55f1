import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type VaultServer, startVaultServer } from "../../../platform/secrets/vault/server.ts";
import { ageService } from "../../../support/ageing.ts";
import { submitFilled, titled } from "../../../support/create-walk.ts";
import { readPassword, offersPassword } from "../../../support/new-password.ts";
import { type SeenMessage, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";
import { useWatchedEnvironment } from "../../../support/watched-environment.ts";

let marker = "";
function newMarker(): string {
  return (marker = `Place"d\\<pass>&'wörd'+/=% ${Math.random()}`);
}

let vault: VaultServer;
beforeAll(async () => {
  vault = await startVaultServer();
});
const watched = useWatchedEnvironment({
  ownProcess: false,
  newPassword: () => marker,
  environment: () => ({
    VAULT_ADDR: vault.url,
    VAULT_TOKEN_REF: "env:TEST_VAULT_TOKEN",
    TEST_VAULT_TOKEN: vault.token,
    NEW_PASSWORDS_REF: "vault:kv/data/databases/",
  }),
});
const { environment } = watched;
beforeEach(() => {
  vault.instead = undefined;
});
afterAll(() => vault.close());

/** The path and the fields that the vault holds for a service. */
function placed(slug: string): [string, Record<string, unknown>] | undefined {
  return [...vault.kept].find(([path]) => path.startsWith(`databases/${slug}-`));
}

function isAbout({ text }: SeenMessage, name: string): boolean {
  return text.startsWith(`*${name}*`);
}

test("a new password is written to the connection's location, and its creator sees the location only", async () => {
  const { ada } = environment;
  const secret = newMarker();
  await submitFilled(ada, "Placed One");
  const view = await ada.waitForModal(titled("Created"));
  const [path = "", fields] = placed("placed-one") ?? [];
  expect(path).toMatch(/^databases\/placed-one-[0-9a-f]{8}$/);
  expect(fields).toEqual({
    password: secret,
    username: "default",
    host: expect.stringContaining(".example.com"),
    port: "8443",
    service: "Placed One",
  });
  expect(shownText(view)).toContain(`Its password is in \`vault:kv/data/${path}\``);
  expect(offersPassword(view)).toBe(false);
  const message = await ada.waitForMessage("databases", "*Placed One* is running");
  expect(offersPassword(message)).toBe(false);
  expect(shownText(message)).not.toContain("vault:");
  expect(await watched.locationsOf(secret)).toEqual({});
});

test("while its location is unreachable, the creator reads that the password is on its way, even after a restart", async () => {
  const { ada } = environment;
  const secret = newMarker();
  vault.instead = { status: 503, errors: ["sealed"] };
  await submitFilled(ada, "placed later");
  const view = await ada.waitForModal(titled("Created"));
  expect(shownText(view)).toContain("I'm writing its password to `vault:kv/data/databases/placed-later-");
  expect(offersPassword(view)).toBe(false);
  await environment.restartApp();
  vault.instead = undefined;
  await until(async () => placed("placed-later") !== undefined);
  await until(async () => shownText(await ada.waitForModal()).includes("Its password is in `vault:"));
  expect(placed("placed-later")?.[1]).toMatchObject({ password: secret });
  expect(await watched.locationsOf(secret)).toEqual({});
});

test("when its location refuses it, the password waits behind the button, with the reason", async () => {
  const { ada } = environment;
  const secret = newMarker();
  vault.instead = { status: 403, errors: ["permission denied"] };
  await submitFilled(ada, "not placed");
  const view = await ada.waitForModal(titled("Created"));
  expect(shownText(view)).toContain("I couldn't write the password to its place");
  await ada.waitForMessage(
    "databases",
    (message) => isAbout(message, "not placed") && offersPassword(message),
  );
  expect(await readPassword(ada)).toBe(secret);
  expect(placed("not-placed")).toBeUndefined();
  expect(await watched.locationsOf(secret)).toEqual({ "to Slack /api/views.update": 1 });
});

test("when its location is unreachable for ten minutes, the password waits behind the button", async () => {
  const { ada } = environment;
  const secret = newMarker();
  vault.instead = { status: 503, errors: ["sealed"] };
  await submitFilled(ada, "placed never");
  await ada.waitForModal(titled("Created"));
  await ageService(environment.redisUrl, "placed never", 11);
  await until(async () => offersPassword(await ada.waitForModal()));
  expect(shownText(await ada.waitForModal())).toContain("I couldn't write the password to its place");
  expect(await readPassword(ada)).toBe(secret);
});
