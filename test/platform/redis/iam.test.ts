import { expect, test } from "vitest";
import { iamTokens } from "../../../src/platform/redis/server.ts";

const user = {
  service: "elasticache",
  cache: "orders",
  isServerless: false,
  user: "quartermaster",
  region: "eu-west-1",
} as const;

/** The AWS SDK with these credentials. */
async function load() {
  const [{ SecretsManager }, { SignatureV4 }] = await Promise.all([
    import("@aws-sdk/client-secrets-manager"),
    import("@smithy/signature-v4"),
  ]);
  class WithCredentials extends SecretsManager {
    constructor(options: { region: string }) {
      super({ ...options, credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret-key" } });
    }
  }
  return { SecretsManager: WithCredentials, SignatureV4 };
}

function query(token: string): Record<string, string> {
  return Object.fromEntries(new URL(`http://${token}`).searchParams);
}

test("each token is signed at that moment, for 15 minutes, and has no secret in it", async () => {
  let now = new Date("2026-11-26T02:00:00Z");
  const token = iamTokens(user, { load, now: () => now });
  const first = await token();
  now = new Date("2026-11-26T03:00:00Z");
  const second = await token();
  expect(first).toMatch(/^orders\/\?/);
  expect(query(first)).toMatchObject({
    Action: "connect",
    User: "quartermaster",
    "X-Amz-Expires": "900",
    "X-Amz-Date": "20261126T020000Z",
    "X-Amz-Credential": "AKIDEXAMPLE/20261126/eu-west-1/elasticache/aws4_request",
    "X-Amz-Signature": expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(query(second)["X-Amz-Date"]).toBe("20261126T030000Z");
  expect(first).not.toContain("secret-key");
});

test("a serverless cache is named as such, and a missing SDK is one sentence", async () => {
  expect(await iamTokens({ ...user, isServerless: true }, { load })()).toContain(
    "ResourceType=ServerlessCache",
  );
  const missing = iamTokens(user, { load: () => Promise.reject(new Error("not found")) });
  await expect(missing()).rejects.toThrow(
    "REDIS_IAM needs the AWS SDK, which isn't installed. Run npm install",
  );
});
