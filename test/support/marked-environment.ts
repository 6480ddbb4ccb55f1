import { randomBytes } from "node:crypto";
import { formsOf } from "./marks.ts";
import { type WatchedEnvironment, useWatchedEnvironment } from "./watched-environment.ts";

/** A test environment with a marked text for each secret, and a search for them. */
export interface MarkedEnvironment {
  readonly watched: WatchedEnvironment;
  /** Every secret that the app knows or gets, by its kind. */
  readonly marks: Map<string, string>;
  readonly mark: (what: string, secret: string | undefined) => void;
  /** The secret of this kind. */
  readonly marked: (what: string) => string;
  /** The locations of each secret, in any encoding. Empty for a secret that is nowhere. */
  readonly locations: () => Promise<Record<string, string[]>>;
}

/** A unique secret. */
export function newMark(begin = ""): string {
  return `${begin}${randomBytes(18).toString("hex")}`;
}

const sealingKeys = [randomBytes(32), randomBytes(32)];

const given = {
  "bot token": newMark("xoxb-"),
  "signing secret": newMark(),
  "client secret": newMark(),
  "token of the Vault": newMark("hvs."),
  "key of Google Cloud": newMark(),
  "key of AWS": newMark(),
  "token of observability": newMark(),
  "key of the model": newMark(),
  // With characters that JSON, URLs, forms, Slack and shells encode.
  "password of a service": `Mark"er\\<pass>&'wörd'+/=% $(:)${newMark()}`,
};

/** Starts a test environment with a marked text for each secret of an operator. Call it at the file's top. */
export function useMarkedEnvironment(): MarkedEnvironment {
  const marks = new Map<string, string>(Object.entries(given));
  for (const [n, key] of sealingKeys.entries()) {
    marks
      .set(`sealing key ${n}`, key.toString("base64"))
      .set(`bytes of sealing key ${n}`, key.toString("hex"));
  }
  const watched = useWatchedEnvironment({
    // The connection that may have its own encryption keys.
    organization: "Harbour Bank",
    slackSecrets: {
      botToken: given["bot token"],
      signingSecret: given["signing secret"],
      clientSecret: given["client secret"],
    },
    newPassword: () => given["password of a service"],
    environment,
  });

  async function locations(): Promise<Record<string, string[]>> {
    marks.set("key secret of the environment", watched.environment.organization.keySecret);
    const texts = (await watched.everything()).flatMap(headsApart);
    return Object.fromEntries(
      [...marks].map(([what, mark]) => {
        const forms = formsOf(mark);
        const holding = texts.filter(([, text]) => forms.some((form) => text.includes(form)));
        return [what, [...new Set(holding.map(([place]) => place))].toSorted()];
      }),
    );
  }
  return {
    watched,
    marks,
    mark(what, secret) {
      if (!secret) throw new Error(`There is no ${what}.`);
      marks.set(what, secret);
    },
    marked(what) {
      const secret = marks.get(what);
      if (secret === undefined) throw new Error(`Nothing is marked as ${what}.`);
      return secret;
    },
    locations,
  };
}

function environment({
  publicUrl,
  cloudUrl,
  modelUrl,
}: {
  publicUrl: string;
  cloudUrl: string;
  modelUrl: string;
}) {
  // Nothing listens there.
  const nowhere = "http://127.0.0.1:1";
  return {
    LOG_LEVEL: "trace",
    MCP: "on",
    PUBLIC_URL: publicUrl,
    ENCRYPTION_KEYS: sealingKeys.map((key, n) => `k${n}:${key.toString("base64")}`).join(","),
    SLACK_CLIENT_ID: "1111111111111.2222222222222",
    SLACK_CLIENT_SECRET: given["client secret"],
    CLOUD_SETTLE_SECONDS: "1",
    CLOUD_REQUESTS_PER_10_SECONDS: "100000",
    OBSERVABILITY_URL: cloudUrl,
    OBSERVABILITY_TOKEN_REF: "env:TEST_OBSERVABILITY_TOKEN",
    TEST_OBSERVABILITY_TOKEN: given["token of observability"],
    LLM_URL: `${modelUrl}/v1`,
    LLM_MODEL: "small",
    LLM_KEY_REF: "env:TEST_LLM_KEY",
    TEST_LLM_KEY: given["key of the model"],
    VAULT_ADDR: nowhere,
    VAULT_TOKEN_REF: "env:TEST_VAULT_TOKEN",
    TEST_VAULT_TOKEN: given["token of the Vault"],
    GCP_PROJECT: "acme-prod",
    GCP_ENDPOINT_URL: nowhere,
    GCP_KEY_REF: "env:TEST_GCP_KEY",
    TEST_GCP_KEY: JSON.stringify({
      client_email: "app@acme-prod.example.com",
      private_key: `-----BEGIN PRIVATE KEY-----\n${given["key of Google Cloud"]}\n-----END PRIVATE KEY-----\n`,
      token_uri: nowhere,
    }),
    AWS_REGION: "eu-west-1",
    AWS_ENDPOINT_URL: nowhere,
    AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
    AWS_SECRET_ACCESS_KEY: given["key of AWS"],
  };
}

/** A request's authorization belongs in its headers, not in its body. */
function headsApart([place, text]: readonly [string, string]): [string, string][] {
  if (!/^(to|answers)/.test(place)) return [[place, text]];
  // A browser sends this request, not the app.
  if (place.startsWith("to Slack /oauth/")) return [];
  const end = text.indexOf("\n\n");
  const short = place
    .replace(/views\.(open|update|push)/, "views")
    .replace(/(\/(?:response|connect|hooks|files|upload)\b).*/, "$1")
    .replace(/\?.*/, "");
  return [
    [/^to Slack \/(api|upload)/.test(short) ? "to Slack, head" : `${short}, head`, text.slice(0, end)],
    [`${short}${audienceOf(short, text)}`, text.slice(end)],
  ];
}

/** Slack shows an answer only to its asker unless the answer says otherwise. */
function audienceOf(place: string, text: string): string {
  if (place !== "to Slack /response") return "";
  return text.includes("in_channel") ? ", to all" : ", to the asker";
}
