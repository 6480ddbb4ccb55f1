import { z } from "zod";
import { WorkspacePrefix } from "../../platform/secrets/reference.ts";
import { baseUrl, matching, settingFacts } from "./setting.ts";

/** Settings of the secret stores, and of what each workspace may name there. */
export const secretStoreSettings = {
  SECRET_STORE: z
    .string()
    .refine(
      (value) => value === "sealed" || isWritable(value),
      "must be sealed, or the beginning of references that can be written to, with {workspaceId} in it, such as vault:kv/data/quartermaster/{workspaceId}/.",
    )
    .transform((value) => (value === "sealed" ? undefined : value))
    .optional()
    .register(settingFacts, {
      about:
        "Where to store the secrets that people type on the connect page: `sealed` in Redis, or a store outside.",
      example: "vault:kv/data/quartermaster/{workspaceId}/",
      otherwise: "`sealed`",
    }),

  WORKSPACE_REFERENCES: z
    .string()
    .transform((value) => value.split(",").map((prefix) => prefix.trim()))
    .pipe(
      z.array(
        WorkspacePrefix.refine((prefix) => !prefix.startsWith("sealed:"), "must not begin with sealed:."),
      ),
    )
    .optional()
    .register(settingFacts, {
      about:
        "The references that people of every workspace may use: their beginnings, each with `{workspaceId}` in it, comma-separated.",
      example: "vault:kv/data/teams/{workspaceId}/,env:TEAM_{workspaceId}_",
      otherwise: "none, except in your own workspace: see Secrets",
    }),

  VAULT_ADDR: baseUrl("https://vault.example.com:8200").optional().register(settingFacts, {
    about: "The address of the Vault or OpenBao that `vault:` references read.",
    example: "https://vault.example.com:8200",
    otherwise: "no `vault:` references",
  }),

  VAULT_TOKEN_REF: localReference("the token", "VAULT_TOKEN").optional().register(settingFacts, {
    about: "Where the Vault's token is stored: `env:` or `file:`.",
    example: "file:/run/secrets/vault_token",
    otherwise: "required with `VAULT_ADDR`, unless you log in with a role",
  }),

  VAULT_ROLE_ID: z.string().optional().register(settingFacts, {
    about: "The role id, to log in to the Vault with AppRole.",
    example: "5e2a1c3b-8d4f-4a6e-9b7c-0d1e2f3a4b5c",
    otherwise: "no AppRole",
  }),

  VAULT_SECRET_ID_REF: localReference("the secret id", "VAULT_SECRET_ID").optional().register(settingFacts, {
    about: "Where the secret id of that role is stored: `env:` or `file:`. It is read at each login.",
    example: "file:/run/secrets/vault_secret_id",
    otherwise: "required with `VAULT_ROLE_ID`",
  }),

  VAULT_KUBERNETES_ROLE: z.string().optional().register(settingFacts, {
    about: "The role, to log in to the Vault as a Kubernetes pod.",
    example: "quartermaster",
    otherwise: "no Kubernetes login",
  }),

  VAULT_KUBERNETES_TOKEN_FILE: z
    .string()
    .startsWith("/", "must be a full path.")
    .default("/var/run/secrets/kubernetes.io/serviceaccount/token")
    .register(settingFacts, {
      about: "The file with the pod's token.",
      example: "/var/run/secrets/vault/token",
    }),

  VAULT_LOGIN_MOUNT: matching(/^[\w-]+(\/[\w-]+)*$/, "must be the path of an auth method, such as approle.")
    .optional()
    .register(settingFacts, {
      about: "The mount of that login in the Vault.",
      example: "teams/approle",
      otherwise: "`approle` or `kubernetes`",
    }),

  VAULT_NAMESPACE: matching(/^[\w./-]+$/, "must be the path of a namespace, such as teams/data.")
    .optional()
    .register(settingFacts, {
      about: "The Vault's namespace.",
      example: "teams/data",
      otherwise: "the root namespace",
    }),

  AWS_REGION: matching(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be a region of AWS, such as eu-west-1.")
    .optional()
    .register(settingFacts, {
      about: "The AWS region that `aws:` references read.",
      example: "eu-west-1",
      otherwise: "what the AWS SDK finds",
    }),

  AWS_ENDPOINT_URL: baseUrl("https://secretsmanager.eu-west-1.amazonaws.com")
    .optional()
    .register(settingFacts, {
      about: "Another address for AWS Secrets Manager.",
      example: "https://secretsmanager.eu-west-1.amazonaws.com",
      otherwise: "the address of the region",
    }),

  GCP_PROJECT: matching(/^[a-z][a-z0-9.:-]{4,60}$/, "must be the id of a project, such as acme-prod.")
    .optional()
    .register(settingFacts, {
      about: "The Google Cloud project that `gcp:` references read.",
      example: "acme-prod",
      otherwise: "the project of the key or the machine",
    }),

  GCP_KEY_REF: localReference("the key", "GCP_KEY").optional().register(settingFacts, {
    about: "Where the JSON key of a Google Cloud service account is stored: `env:` or `file:`.",
    example: "file:/run/secrets/gcp_key.json",
    otherwise: "the account of the machine",
  }),

  GCP_ENDPOINT_URL: baseUrl("https://secretmanager.googleapis.com")
    .default("https://secretmanager.googleapis.com")
    .register(settingFacts, {
      about: "The address of Google Cloud's Secret Manager.",
      example: "https://secretmanager.europe-west1.rep.googleapis.com",
    }),

  GCP_METADATA_URL: baseUrl("http://metadata.google.internal")
    .default("http://metadata.google.internal")
    .register(settingFacts, {
      about: "Where a Google Cloud machine finds its account.",
      example: "http://169.254.169.254",
    }),
};

function isWritable(value: string): boolean {
  return /^(vault|aws|gcp):/.test(value) && WorkspacePrefix.safeParse(value).success;
}

/** A reference to the secret that opens a store, so it can't be in that store. */
function localReference(what: string, name: string) {
  return matching(
    /^(env:[A-Za-z_]\w*|file:\/.+)$/,
    `must say where ${what} is stored, such as env:${name} or file:/run/secrets/${name.toLowerCase()}. Don't put ${what} itself here.`,
  );
}
