import { z } from "zod";
import { WritablePrefix } from "../../platform/secrets/reference.ts";
import {
  baseUrl,
  httpUrl,
  matching,
  numberBetween,
  required,
  secretReference,
  settingFacts,
  wholeNumber,
} from "./setting.ts";

const neededByOperators = "required, except with `SLACK_CLIENT_ID`";

/** Settings of the operator's own database cloud, and of its names on the wire. */
export const cloudSettings = {
  CLOUD_BASE_URL: baseUrl(
    "https://api.cloud.example.com",
    "Enter the address of your cloud's management API, such as https://api.cloud.example.com.",
  ).register(settingFacts, {
    about: "The address of your cloud's management API.",
    example: "https://api.cloud.example.com",
    otherwise: neededByOperators,
  }),

  CLOUD_ORGANIZATION_ID: required("Copy your organization's id from your cloud's console.")
    .refine(
      (id) => z.guid().safeParse(id).success,
      "must be your organization's id, a UUID. Copy it from your cloud's console.",
    )
    .register(settingFacts, {
      about: "The id of your organization in the cloud. The workspace sees its services.",
      example: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
      otherwise: neededByOperators,
    }),

  CLOUD_KEY_ID_REF: secretReference("CLOUD_KEY_ID").register(settingFacts, {
    about: "Where the API key's id is stored.",
    example: "env:CLOUD_KEY_ID",
    otherwise: neededByOperators,
  }),

  CLOUD_KEY_SECRET_REF: secretReference("CLOUD_KEY_SECRET").register(settingFacts, {
    about: "Where the API key's secret is stored.",
    example: "file:/run/secrets/cloud-key-secret",
    otherwise: neededByOperators,
  }),

  CLOUD_TIMEOUT_SECONDS: numberBetween(0.1, 600, 30, " of seconds").default(30).register(settingFacts, {
    about: "The longest time for one call to the cloud, in seconds, including waits and retries.",
    example: "30",
  }),

  CLOUD_SETTLE_SECONDS: numberBetween(0.1, 3_600, 60, " of seconds").default(60).register(settingFacts, {
    about: "How long to look for a new service in the cloud's list after its answer was lost, in seconds.",
    example: "60",
  }),

  // Measured: running servers allow about 10 requests in 10 s per key.
  CLOUD_REQUESTS_PER_10_SECONDS: wholeNumber(10).register(settingFacts, {
    about: "The requests that the cloud allows per key in 10 seconds. All replicas share them.",
    example: "10",
  }),

  COMPUTE_CREDITS_PER_GB_HOUR: z
    .string()
    .refine(
      (value) => /^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) > 0,
      "must be a number above 0, such as 0.25.",
    )
    .transform(Number)
    .optional()
    .register(settingFacts, {
      about: "The price of a GB of memory per hour, for estimates in a workspace without usage of its own.",
      example: "0.25",
      otherwise: "no estimate without usage",
    }),

  NEW_PASSWORDS_REF: z
    .string()
    .refine(
      (value) => WritablePrefix.safeParse(value).success,
      "must be the beginning of a reference that can be written to, such as vault:kv/data/databases/ or aws:databases/.",
    )
    .optional()
    .register(settingFacts, {
      about: "Where to write the passwords of new services: the beginning of a reference.",
      example: "vault:kv/data/databases/",
      otherwise: "each requester sees the password once",
    }),

  CLOUD_CONSOLE_SERVICE_URL: httpUrl("https://console.example.com/services/{serviceId}")
    .refine((url) => url.includes("{serviceId}"), "must have {serviceId} in it, where the service's id goes.")
    .optional()
    .register(settingFacts, {
      about: "The page of a service in the cloud's console, for links.",
      example: "https://console.example.com/services/{serviceId}",
      otherwise: "no links",
    }),

  CLOUD_CONSOLE_COSTS_URL: httpUrl("https://console.example.com/billing?day={day}")
    .optional()
    .register(settingFacts, {
      about: "The page of costs in the cloud's console, for links. `{day}` becomes a day such as 2026-11-20.",
      example: "https://console.example.com/billing?day={day}",
      otherwise: "no links",
    }),

  CLOUD_CONSOLE_OBSERVABILITY_URL: httpUrl("https://console.example.com/services/{serviceId}/observability")
    .optional()
    .register(settingFacts, {
      about:
        "The console of the cloud's dashboards, for links and for cards below links. `/dashboards/<id>` and `/search/<id>` follow it.",
      example: "https://console.example.com/services/{serviceId}/observability",
      otherwise: "no links",
    }),

  OBSERVABILITY_URL: baseUrl("https://observe.example.com").optional().register(settingFacts, {
    about: "A stand-alone observability server. It becomes the connection `observability`.",
    example: "https://observe.example.com",
    otherwise: "no such connection",
  }),

  OBSERVABILITY_TOKEN_REF: secretReference("OBSERVABILITY_TOKEN").optional().register(settingFacts, {
    about: "Where that server's API token is stored.",
    example: "file:/run/secrets/observability_token",
    otherwise: "required with `OBSERVABILITY_URL`",
  }),

  OBSERVABILITY_CONSOLE_URL: baseUrl("https://observe.example.com").optional().register(settingFacts, {
    about: "The console of that server's dashboards, if it has another address than the API.",
    example: "https://observe.example.com",
    otherwise: "`OBSERVABILITY_URL`",
  }),

  WIRE_ENGINE_VERSION: wireName().default("engineVersion").register(settingFacts, {
    about: "The cloud's own name for the version field of a service.",
    example: "engineVersion",
  }),

  WIRE_CREDITS: wireName().default("Credits").register(settingFacts, {
    about: "The cloud's own ending of cost fields. Costs with another ending are refused, never read as 0.",
    example: "Credits",
  }),

  WIRE_OBSERVABILITY: wireName().default("observability").register(settingFacts, {
    about: "The cloud's own path segment for dashboards, alerts and sources.",
    example: "observability",
  }),

  WORKSPACE_FILE: matching(/^\//, "must be a whole path, such as /etc/quartermaster/workspace.yaml.")
    .optional()
    .register(settingFacts, {
      about:
        "A file that manages the settings of the workspace, or of several by their ids. Slack then refuses changes of the parts that it has.",
      example: "/etc/quartermaster/workspace.yaml",
      otherwise: "people manage all settings in Slack",
    }),

  TERRAFORM_PROVIDER: matching(
    /^(?:[a-z0-9.-]+(?::\d{1,5})?\/)?[a-z0-9_-]+\/[a-z0-9_-]+$/i,
    "must be the source of a Terraform provider, such as example/cloud.",
  )
    .default("example/cloud")
    .register(settingFacts, {
      about: "The source of your cloud's Terraform provider, for “As Terraform”.",
      example: "example/cloud",
    }),

  TERRAFORM_RESOURCE: matching(
    /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/,
    "must be the type of a resource that begins with its provider's name, such as cloud_service.",
  )
    .default("cloud_service")
    .register(settingFacts, {
      about: "The type of the resource that is a service in that provider.",
      example: "cloud_service",
    }),

  TERRAFORM_ATTRIBUTES: matching(
    /^[a-z][a-z0-9_]*=[a-z][a-z0-9_]*(?:,\s*[a-z][a-z0-9_]*=[a-z][a-z0-9_]*)*$/,
    "must be pairs of names, comma-separated, such as ip_access_list=ip_access,byoc_id=own_cloud_id.",
  )
    .transform((text) => Object.fromEntries(text.split(",").map((pair) => pair.trim().split("="))))
    .pipe(z.record(z.string(), z.string()))
    .default({})
    .register(settingFacts, {
      about:
        "Attributes that the provider calls differently. On the left is the name that “As Terraform” writes without this.",
      example: "ip_access_list=ip_access,byoc_id=own_cloud_id",
      otherwise: "the specification's names, with underscores",
    }),
};

function wireName() {
  return matching(/^[A-Za-z][A-Za-z0-9_-]*$/, "must be one word of letters, digits, - and _.");
}
