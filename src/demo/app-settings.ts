import { randomBytes } from "node:crypto";
import { AppError } from "../lib/errors.ts";
import { consoles } from "@quartermaster/reference-cloud";
import type { Sandbox } from "./start-sandbox.ts";

const keyId = "QUARTERMASTER_DEMO_KEY_ID";
const keySecret = "QUARTERMASTER_DEMO_KEY_SECRET";
const token = "QUARTERMASTER_DEMO_TOKEN";

/** The app's environment variables for these parts. An empty one has its default, whatever the shell has. */
export function appSettings({ redis, cloud, slack, front, appPort }: Sandbox): Record<string, string> {
  const organization = demoOrganization(cloud);
  return {
    PORT: String(appPort),
    // No load balancer is in front of it.
    DRAIN_SECONDS: "0",
    PUBLIC_URL: `http://localhost:${appPort}`,
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: `demo:${randomBytes(32).toString("base64")}`,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_CLIENT_ID: slack.clientId,
    SLACK_CLIENT_SECRET: slack.clientSecret,
    SLACK_APP_TOKEN: "",
    SLACK_API_URL: `${front.url}/api/`,
    CLOUD_BASE_URL: cloud.url,
    CLOUD_ORGANIZATION_ID: organization.organizationId,
    CLOUD_KEY_ID_REF: `env:${keyId}`,
    CLOUD_KEY_SECRET_REF: `env:${keySecret}`,
    CLOUD_TIMEOUT_SECONDS: "",
    CLOUD_SETTLE_SECONDS: "",
    CLOUD_REQUESTS_PER_10_SECONDS: "",
    COMPUTE_CREDITS_PER_GB_HOUR: "",
    NEW_PASSWORDS_REF: "",
    CLOUD_CONSOLE_OBSERVABILITY_URL: consoles.managed,
    OBSERVABILITY_URL: cloud.standalone.appUrl,
    OBSERVABILITY_TOKEN_REF: `env:${token}`,
    OBSERVABILITY_CONSOLE_URL: consoles.standalone,
    // The sandbox is on this machine.
    ALLOWED_HOSTS: "127.0.0.1,localhost",
    WIRE_ENGINE_VERSION: "",
    WIRE_CREDITS: "",
    WIRE_OBSERVABILITY: "",
    PERSON_REQUESTS_PER_MINUTE: "",
    WORKSPACE_REQUESTS_PER_MINUTE: "",
    VAULT_ADDR: "",
    VAULT_TOKEN_REF: "",
    VAULT_NAMESPACE: "",
    VAULT_ROLE_ID: "",
    VAULT_SECRET_ID_REF: "",
    VAULT_KUBERNETES_ROLE: "",
    VAULT_KUBERNETES_TOKEN_FILE: "",
    VAULT_LOGIN_MOUNT: "",
    AWS_REGION: "",
    AWS_ENDPOINT_URL: "",
    GCP_PROJECT: "",
    GCP_KEY_REF: "",
    GCP_ENDPOINT_URL: "",
    GCP_METADATA_URL: "",
    SECRET_STORE: "",
    WORKSPACE_REFERENCES: "",
    [keyId]: organization.keyId,
    [keySecret]: organization.keySecret,
    [token]: cloud.standalone.token,
  };
}

/** The reference server's first organization, which has data to show. */
export function demoOrganization({
  organizations,
}: Sandbox["cloud"]): Sandbox["cloud"]["organizations"][number] {
  const [first] = organizations;
  if (first) return first;
  throw new AppError("bug", "The reference server has no organization.");
}
