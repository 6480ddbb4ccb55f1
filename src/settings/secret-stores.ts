import { z } from "zod";
import { WorkspacePrefix } from "../secrets/workspace-prefix.ts";
import { httpUrl, settingFacts, withoutEndSlash } from "./setting.ts";

/** Settings of the places outside that references lead to, and of what each workspace may name there. */
export const secretStoreSettings = {
  SECRET_STORE: z
    .string()
    .refine(
      (value) => value === "sealed" || isWritable(value),
      "must be sealed, or the beginning of references that can be written to with {workspaceId} in it, such as vault:kv/data/quartermaster/{workspaceId}/.",
    )
    .transform((value) => (value === "sealed" ? undefined : value))
    .optional()
    .register(settingFacts, {
      about: "Where the secrets are kept that people give on the connect page: sealed in Redis, or outside.",
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
        "The beginnings of references that people of any workspace may name, each with `{workspaceId}` in it, comma-separated.",
      example: "vault:kv/data/teams/{workspaceId}/,env:TEAM_{workspaceId}_",
      otherwise: "none, but any in the operator's own workspace",
    }),

  VAULT_ADDR: httpUrl("https://vault.example.com:8200")
    .transform(withoutEndSlash)
    .optional()
    .register(settingFacts, {
      about: "The Vault, or OpenBao, that `vault:` references lead to.",
      example: "https://vault.example.com:8200",
      otherwise: "no `vault:` references",
    }),

  VAULT_TOKEN_REF: z
    .string()
    .refine(
      (value) => /^(env:[A-Za-z_]\w*|file:\/.+)$/.test(value),
      "must say where the token is kept, such as env:VAULT_TOKEN or file:/run/secrets/vault_token, and not be the token itself.",
    )
    .optional()
    .register(settingFacts, {
      about: "Where the Vault's token is kept: `env:` or `file:`.",
      example: "file:/run/secrets/vault_token",
      otherwise: "required with `VAULT_ADDR`",
    }),

  VAULT_NAMESPACE: z
    .string()
    .regex(/^[\w./-]+$/, "must be the path of a namespace, such as teams/data.")
    .optional()
    .register(settingFacts, {
      about: "The Vault's namespace.",
      example: "teams/data",
      otherwise: "the root namespace",
    }),

  AWS_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be a region of AWS, such as eu-west-1.")
    .optional()
    .register(settingFacts, {
      about: "The region of AWS that `aws:` references lead to.",
      example: "eu-west-1",
      otherwise: "what the AWS SDK finds by itself",
    }),

  AWS_ENDPOINT_URL: httpUrl("https://secretsmanager.eu-west-1.amazonaws.com")
    .transform(withoutEndSlash)
    .optional()
    .register(settingFacts, {
      about: "Another address of AWS Secrets Manager.",
      example: "https://secretsmanager.eu-west-1.amazonaws.com",
      otherwise: "the region's own",
    }),
};

function isWritable(value: string): boolean {
  return /^(vault|aws|gcp):/.test(value) && WorkspacePrefix.safeParse(value).success;
}
