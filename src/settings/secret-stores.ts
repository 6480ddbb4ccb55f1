import { z } from "zod";
import { httpUrl, settingFacts, withoutEndSlash } from "./setting.ts";

/** Settings of the places outside that `vault:` and `aws:` references lead to. */
export const secretStoreSettings = {
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
