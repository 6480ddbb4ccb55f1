import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { awsScheme } from "../../../../src/platform/secrets/aws/scheme.ts";
import { type AwsServer, startAwsServer } from "./server.ts";
import { failure } from "../../../support/failure.ts";
import { describeSecretScheme, describeSecretWriting, told } from "../conformance.ts";
import { rowsIn } from "../../../support/rows.ts";

beforeAll(() => {
  // The SDK reads its credentials from the environment and from no file of this machine.
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIATEST");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "hunter2-key");
  vi.stubEnv("AWS_CONFIG_FILE", "/nowhere/config");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere/credentials");
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  vi.stubEnv("AWS_REGION", undefined);
});
afterAll(() => vi.unstubAllEnvs());

const schemeFor = (url: string) => awsScheme({ region: "eu-west-1", endpointUrl: url });

async function start() {
  const server = await startAwsServer();
  return {
    scheme: schemeFor(server.url),
    async keep(locator: string, secret: string) {
      const [name = "", field] = locator.split("#");
      server.kept.set(name, field === undefined ? secret : JSON.stringify({ [field]: secret }));
    },
    locators: {
      kept: "acme/cloud",
      empty: "acme/empty",
      missing: "acme/none",
      malformed: "hunter2 with spaces",
    },
    writable: { target: "databases/orders-prod", malformed: "databases/hunter2#password" },
    away: () => server.close(),
    close: () => server.close(),
  };
}
describeSecretScheme("aws", start);
describeSecretWriting("aws", start);

describe("AWS Secrets Manager", () => {
  let server: AwsServer;
  beforeAll(async () => void (server = await startAwsServer()));
  beforeEach(() => {
    server.instead = undefined;
    server.calls.length = 0;
  });
  afterAll(() => server.close());

  it("reads a secret by its ARN", async () => {
    const arn = "arn:aws-us-gov:secretsmanager:us-gov-west-1:123456789012:secret:acme/cloud-AbCdEf";
    server.kept.set(arn, '{"secret":"s3cret"}');
    await expect(schemeFor(server.url).read(`${arn}#secret`)).resolves.toBe("s3cret");
  });

  it("creates a secret if there is none, and otherwise adds a version", async () => {
    await schemeFor(server.url).write?.("databases/new", { password: "first" });
    await schemeFor(server.url).write?.("databases/new", { password: "second" });
    expect(server.calls).toEqual(["PutSecretValue", "CreateSecret", "PutSecretValue"]);
    expect(server.kept.get("databases/new")).toBe('{"password":"second"}');
  });

  it.each(
    rowsIn(`
      400 | AccessDeniedException | auth | AWS doesn't let this app read aws:acme (AccessDeniedException). Check the app's AWS credentials and what their policies allow.
      400 | ExpiredTokenException | auth | AWS doesn't let this app read aws:acme (ExpiredTokenException). Check the app's AWS credentials and what their policies allow.
      400 | ResourceNotFoundException | auth | There is nothing at aws:acme. Put the secret there, or correct the reference.
      400 | InvalidRequestException | auth | AWS didn't read aws:acme (InvalidRequestException). Look at the secret in the console of Secrets Manager, or correct the reference.
      400 | ThrottlingException | upstream | AWS couldn't read aws:acme right now (ThrottlingException). Try again in a minute.
      500 | InternalServiceError | upstream | AWS couldn't read aws:acme right now (InternalServiceError). Try again in a minute.
    `),
  )("that answers %s %s fails as %s, with our own message", async (status, __type = "", kind, words) => {
    server.instead = {
      status: Number(status),
      __type,
      message: "hunter2 of arn:aws:iam::123456789012:user/qm",
    };
    const error = await failure(schemeFor(server.url).read("acme"));
    expect([error.kind, error.message]).toEqual([kind, words]);
    expect(inspect(error, { depth: null })).not.toMatch(/hunter2|123456789012/);
  });

  it("fails a write without repeating its content", async () => {
    server.instead = { status: 400, __type: "AccessDeniedException", message: "hunter2" };
    const error = await failure(schemeFor(server.url).write?.("acme", { password: "hunter2" }));
    expect(error.message).toMatch(/^AWS doesn't let this app write aws:acme \(AccessDeniedException\)\./);
    expect(inspect(error, { depth: null })).not.toContain("hunter2");
  });

  it.each([
    [null, "acme#secret", "aws:acme#secret holds bytes. Put the secret there as text."],
    [
      "hunter2",
      "acme#secret",
      "aws:acme#secret is not in a JSON object. Put an object there, or leave the field out.",
    ],
    [
      '["hunter2"]',
      "acme#0",
      "aws:acme#0 is not in a JSON object. Put an object there, or leave the field out.",
    ],
    [
      '{"key":"hunter2"}',
      "acme#secret",
      "aws:acme#secret has no such field. Add it, or correct the reference.",
    ],
    ['{"secret":7}', "acme#secret", "aws:acme#secret is not text. Put the secret there as text."],
  ])("that keeps %j says what %s lacks", async (kept, locator, words) => {
    server.kept.set("acme", kept);
    const error = await failure(schemeFor(server.url).read(locator));
    expect([error.kind, error.message]).toEqual(["auth", words]);
    expect(inspect(error, { depth: null })).not.toContain("hunter2");
  });

  it("fails as upstream if it cannot be reached", async () => {
    const gone = await startAwsServer();
    await gone.close();
    expect(await told(schemeFor(gone.url).read("acme"))).toBe(
      "upstream: AWS couldn't read aws:acme right now (ECONNREFUSED). Try again in a minute.",
    );
  });

  it("fails as upstream if it does not answer", async () => {
    server.instead = null;
    const hasty = awsScheme({ region: "eu-west-1", endpointUrl: server.url, timeoutMs: 50 });
    expect(await told(hasty.read("acme"))).toBe(
      "upstream: AWS didn't answer within 0.05 seconds. Try again in a minute.",
    );
  });

  it("names the setting if there is no region", async () => {
    expect(await told(awsScheme({ endpointUrl: server.url }).read("acme"))).toBe(
      "auth: AWS needs a region to read aws:acme. Set AWS_REGION, and start again.",
    );
  });

  it("names what to check if there are no credentials", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", undefined);
    const error = await failure(schemeFor(server.url).read("acme"));
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIATEST");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "hunter2-key");
    expect([error.kind, error.message]).toEqual([
      "auth",
      "AWS doesn't let this app read aws:acme (CredentialsProviderError). Check the app's AWS credentials and what their policies allow.",
    ]);
  });

  it("names what to install if there is no SDK", async () => {
    const missing = "@aws-sdk/not-installed";
    expect(await told(awsScheme({ load: () => import(missing) }).read("acme"))).toBe(
      "auth: What begins with aws: needs the AWS SDK, which isn't installed. Run npm install @aws-sdk/client-secrets-manager, and start again.",
    );
  });
});
