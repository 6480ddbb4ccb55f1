import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { createService, listServices } from "../../../src/platform/cloud/services/service.ts";
import { managedClient, plain, scriptedServer, success } from "./scripted-server.ts";
import { failure } from "../../support/failure.ts";

const refused = plain(401, "");

/** A client with the cached key secret "old". The stored one may be "new". */
function rotating(url: string, kept: string) {
  let renewals = 0;
  const client = managedClient(url, {
    credentials: async () => ({ keyId: "id", keySecret: "old" }),
    renewedCredentials: async () => {
      renewals += 1;
      return { keyId: "id", keySecret: kept };
    },
  });
  return { client, renewals: () => renewals };
}

const sent = (received: { headers: { authorization?: string } }[]) =>
  received.map(({ headers }) => atob(headers.authorization?.replace("Basic ", "") ?? ""));

test("a rotated key is read after the first 401, also for a change", async () => {
  const { url, received } = await scriptedServer(refused, success({}));
  const { client } = rotating(url, "new");
  await client.call(createService, { body: {} }).catch(() => undefined);
  expect(sent(received)).toEqual(["id:old", "id:new"]);
});

test("a refused key that has not changed is not sent again", async () => {
  const { url, received } = await scriptedServer(refused);
  const { client, renewals } = rotating(url, "old");
  expect((await failure(client.call(listServices, {}))).kind).toBe("auth");
  expect([sent(received), renewals()]).toEqual([["id:old"], 1]);
});

test("a new key that is refused too fails as auth, and is not read again", async () => {
  const { url, received } = await scriptedServer(refused);
  const { client, renewals } = rotating(url, "new");
  expect((await failure(client.call(listServices, {}))).kind).toBe("auth");
  expect([sent(received), renewals()]).toEqual([["id:old", "id:new"], 1]);
});

test("if the store of the key cannot be reached, the failure reports that instead of the refusal", async () => {
  const { url } = await scriptedServer(refused);
  const client = managedClient(url, {
    renewedCredentials: async () => {
      throw new AppError("upstream", "The Vault cannot be reached.");
    },
  });
  expect((await failure(client.call(listServices, {}))).message).toBe("The Vault cannot be reached.");
});
