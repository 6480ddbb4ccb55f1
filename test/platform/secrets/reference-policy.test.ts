import { describe, expect, it } from "vitest";
import { referencePolicy } from "../../../src/platform/secrets/workspace.ts";
import { WorkspacePrefix } from "../../../src/platform/secrets/reference.ts";
import { failure } from "../../support/failure.ts";

const given = [
  "vault:kv/data/teams/{workspaceId}/",
  "aws:teams/{workspaceId}/",
  "gcp:team-{workspaceId}-",
  "env:TEAM_{workspaceId}_",
  "file:/run/teams/{workspaceId}/",
];

/** T0 is the operator's own workspace. Saved secrets are under kv/data/qm. */
function policyWith(workspaceReferences: readonly string[] = given) {
  return referencePolicy({
    isOperators: async (id) => id === "T0",
    workspaceReferences,
    secretStore: "vault:kv/data/qm/{workspaceId}/",
    configured: [
      "env:CLOUD_KEY_SECRET",
      "vault:kv/data/own#secret",
      "aws:own-secret#key",
      "gcp:own#key",
      "env:TEAM_T0_OWN",
    ],
    closed: ["env:VAULT_TOKEN", "file:/run/secrets/vault_token"],
    newPasswords: "vault:kv/data/databases/",
  });
}
const policy = policyWith();

describe("a workspace may name what the operator gave it", () => {
  it.each([
    "vault:kv/data/teams/T1/cloud#secret",
    "vault:kv/data/teams/T1/a/b_c-d.e#key.id",
    "aws:teams/T1/cloud#secret",
    "gcp:team-T1-cloud#secret",
    "env:TEAM_T1_KEY",
    "file:/run/teams/T1/key",
  ])("as %s", async (reference) => {
    await expect(policy.assertNamed("T1", reference)).resolves.toBeUndefined();
    await expect(policy.assertUsed("T1", reference)).resolves.toBeUndefined();
  });
});

const attacks: [string, string][] = [
  ["another workspace's prefix", "vault:kv/data/teams/T2/cloud#secret"],
  ["one with an id that begins with its own", "vault:kv/data/teams/T12/cloud#secret"],
  ["one with an id that begins with its own", "env:TEAM_T12_KEY"],
  ["one with an id that begins with its own", "gcp:team-T12-cloud#secret"],
  ["its own in another case", "vault:kv/data/teams/t1/cloud#secret"],
  ["a mount in another case", "vault:KV/data/teams/T1/cloud#secret"],
  ["a scheme in another case", "Vault:kv/data/teams/T1/cloud#secret"],
  ["a way up", "vault:kv/data/teams/T1/../T2/cloud#secret"],
  ["a way up at the end", "vault:kv/data/teams/T1/..#secret"],
  ["an encoded way up", "vault:kv/data/teams/T1/%2e%2e/T2/cloud#secret"],
  ["an encoded slash", "vault:kv/data/teams/T1/..%2fT2/cloud#secret"],
  ["a twice encoded way up", "vault:kv/data/teams/T1/%252e%252e/T2/cloud#secret"],
  ["a way up of another kind", "vault:kv/data/teams/T1/..\\T2\\cloud#secret"],
  ["a way up in wide characters", "vault:kv/data/teams/T1/．．/T2/cloud#secret"],
  ["a dot in the path", "vault:kv/data/teams/./T1/cloud#secret"],
  ["two slashes", "vault:kv/data/teams//T1/cloud#secret"],
  ["two slashes after the prefix", "vault:kv/data/teams/T1//T2/cloud#secret"],
  ["a slash before the path", "vault:/kv/data/teams/T1/cloud#secret"],
  ["a field in the prefix", "vault:kv/data/teams/T2/cloud#/kv/data/teams/T1/x"],
  ["two fields", "vault:kv/data/teams/T1/x#a#../../T2"],
  ["a field with a path", "vault:kv/data/teams/T1/x#../T2/cloud"],
  ["an empty field's name", "vault:kv/data/teams/T1/x#"],
  ["a query", "vault:kv/data/teams/T1/x?version=1&/../T2#secret"],
  ["the prefix alone", "vault:kv/data/teams/T1/#secret"],
  ["a line break", "vault:kv/data/teams/T1/x\n#secret"],
  ["a nul", "file:/run/teams/T1/x\0"],
  ["a space", "file:/run/teams/T1/ x"],
  ["metadata of its own", "vault:kv/metadata/teams/T1/cloud#secret"],
  ["the bot's token", "env:SLACK_BOT_TOKEN"],
  ["the app's keys", "env:ENCRYPTION_KEYS"],
  ["a variable of the machine", "env:PATH"],
  ["the process's environment", "file:/proc/self/environ"],
  ["a file outside", "file:/run/teams/T1/../T2/key"],
  ["a file of the operator's", "file:/run/secrets/cloud_key_secret"],
  ["a reference of the configuration", "env:CLOUD_KEY_SECRET"],
  ["an ARN", "aws:arn:aws:secretsmanager:eu-west-1:123456789012:secret:teams/T1/x-AbCdEf"],
  ["another project", "gcp:projects/other/secrets/team-T1-cloud"],
  ["another version's path", "gcp:team-T1-x/versions/../../team-T2-x"],
];

describe("a workspace may neither name nor use", () => {
  it.each(attacks)("%s: %s", async (_, reference) => {
    for (const assertion of ["assertNamed", "assertUsed"] as const) {
      const { kind, message } = await failure(policy[assertion]("T1", reference));
      expect(kind).toBe("user");
      expect(message).not.toContain(reference);
    }
  });

  it("a secret that we saved for it, in a reference that people give", async () => {
    await policy.assertUsed("T1", "vault:kv/data/qm/T1/orders-1#secret");
    expect((await failure(policy.assertNamed("T1", "vault:kv/data/qm/T1/orders-1#secret"))).kind).toBe(
      "user",
    );
    expect((await failure(policy.assertUsed("T1", "vault:kv/data/qm/T2/orders-1#secret"))).kind).toBe("user");
    expect((await failure(policy.assertNamed("T1", "sealed:orders-1#secret"))).message).toBe(
      "Only Quartermaster makes references that begin with sealed:. Enter the secret itself, and I store it encrypted.",
    );
  });

  it("anything if its id is not Slack's", async () => {
    expect((await failure(policy.assertUsed("T1/../T2", "vault:kv/data/teams/T2/x#y"))).kind).toBe("bug");
    expect((await failure(policy.assertUsed("", "vault:kv/data/teams//x#y"))).kind).toBe("bug");
  });

  it("anything else, and the refusal says what it may name", async () => {
    expect((await failure(policy.assertNamed("T1", "env:PATH"))).message).toBe(
      "This workspace can use references that begin with vault:kv/data/teams/T1/, aws:teams/T1/, gcp:team-T1-, env:TEAM_T1_ or file:/run/teams/T1/, followed by letters, digits and / . - _ only. Enter such a reference, or the secret itself.",
    );
    expect((await failure(policyWith([]).assertNamed("T1", "env:PATH"))).message).toBe(
      "The operator of Quartermaster doesn't allow references in this workspace. Enter the secret itself, and I store it encrypted.",
    );
  });
});

describe("the operator's own workspace", () => {
  it.each(["vault:kv/data/acme#x", "aws:acme#key", "env:TEAM_T0_KEY", "file:/run/teams/T0/key"])(
    "may name %s",
    async (reference) => expect(policy.assertNamed("T0", reference)).resolves.toBeUndefined(),
  );

  it.each([
    "env:ACME_KEY",
    "env:PATH",
    "env:CLOUD_KEY_SECRET",
    "env:TEAM_T2_KEY",
    "file:/run/secrets/acme",
    "file:/etc/hostname",
    "file:/no/such/file",
    "file:/run/teams/T2/key",
    "file:/run/teams/T0/../T2/key",

    "env:SLACK_BOT_TOKEN",
    "env:ENCRYPTION_KEYS",
    "env:VAULT_TOKEN",
    "env:AWS_SECRET_ACCESS_KEY",
    "file:/run/secrets/vault_token",
    "file:/run/secrets/../secrets/vault_token",
    "file:/run//secrets/vault_token",
    "file:/var/run/secrets/vault_token",
    "file:/var/run/secrets/kubernetes.io/serviceaccount/token",
  ])("may neither name nor use %s, and reads what to do", async (reference) => {
    for (const assertion of ["assertNamed", "assertUsed"] as const) {
      expect((await failure(policy[assertion]("T0", reference))).message).toBe(
        "References that begin with env: or file: lead to the operator's own secrets on the machine, so connections can't use them by default. Enter the secret itself, and I store it encrypted. A saved connection takes it with /db admin connections rotate. Or ask the operator to allow such references with the setting WORKSPACE_REFERENCES, such as file:/run/secrets/{workspaceId}/, and to put the secret there.",
      );
    }
  });

  it.each([
    "vault:kv/data/own#secret",
    "vault:kv/data/own#another-field",
    "vault:/kv//data/own#secret",
    "aws:own-secret#key",
    "aws:arn:aws:secretsmanager:eu-west-1:123456789012:secret:own-secret",
    "aws:arn:aws:secretsmanager:eu-west-1:123456789012:secret:own-secret-AbCdEf#key",
    "gcp:projects/acme/secrets/own/versions/3",
  ])("may neither name nor use %s, which is the operator's own", async (reference) => {
    for (const assertion of ["assertNamed", "assertUsed"] as const) {
      expect((await failure(policy[assertion]("T0", reference))).message).toMatch(
        /^That reference leads to one of Quartermaster's own secrets/,
      );
    }
  });

  it.each(["vault:kv/data/databases/orders#password", "vault:kv//data/databases/orders#password"])(
    "may not name %s, although a new service's password is written there",
    async (reference) => {
      expect((await failure(policy.assertNamed("T0", reference))).kind).toBe("user");
      await policy.assertUsed("T0", reference);
    },
  );

  it("may not name the operator's own key even under a prefix that people may name", async () => {
    expect((await failure(policy.assertNamed("T0", "env:TEAM_T0_OWN"))).kind).toBe("user");
    expect((await failure(policy.assertUsed("T0", "env:TEAM_T0_OWN"))).kind).toBe("user");
    await policy.assertConfigured("T0", "env:TEAM_T0_OWN");
  });

  it("reads the references of the environment's connections, and no other workspace does", async () => {
    await policy.assertConfigured("T0", "env:CLOUD_KEY_SECRET");
    expect((await failure(policy.assertConfigured("T1", "env:CLOUD_KEY_SECRET"))).kind).toBe("user");
    expect((await failure(policy.assertConfigured("T0", "env:ACME_KEY"))).kind).toBe("user");
  });

  it.each([
    "vault:kv/data/teams/T2/cloud#secret",
    "vault:kv/data/qm/T2/orders-1#secret",
    "vault:kv/data/qm/T0/../T2/orders-1#secret",
    "vault:KV/data/QM/T2/orders-1#secret",
    "vault:kv//data/qm/T2/orders-1#secret",
    "aws:arn:aws:secretsmanager:eu-west-1:123456789012:secret:teams/T2/x-AbCdEf",
    "gcp:projects/acme/secrets/team-T2-x",
  ])("may not name %s, which is another's", async (reference) => {
    expect((await failure(policy.assertNamed("T0", reference))).kind).toBe("user");
  });
});

describe("the beginning of a workspace's references", () => {
  it.each(given)("may be %s", (prefix) => {
    expect(WorkspacePrefix.safeParse(prefix).success).toBe(true);
  });

  it.each([
    "vault:kv/data/teams/",
    "vault:kv/data/{workspaceId}",
    "env:TEAM_{workspaceId}X_",
    "vault:kv/data/{workspaceId}/{workspaceId}/",
    "vault:kv/data/../{workspaceId}/",
    "kv/data/{workspaceId}/",
    "vault:kv/data/{workspaceId}/#x",
  ])("may not be %s", (prefix) => {
    expect(WorkspacePrefix.safeParse(prefix).success).toBe(false);
  });
});
