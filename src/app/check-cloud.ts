import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Finding, probe, tryCosts, tryObservability } from "../features/connections/probe/probe.ts";
import { areas } from "../features/connections/probe/texts.ts";
import { AppError, attempt } from "../lib/errors.ts";
import { type Proxy, proxyFor } from "../platform/cloud/transport/proxy.ts";
import type { RequestQuota } from "../platform/cloud/call.ts";
import { type CloudCredentials, createCloudClient } from "../platform/cloud/client.ts";
import { type CloudConnection, type WireNames, neutralWireNames } from "../platform/cloud/connection.ts";
import { cloudAgent } from "../platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../platform/cloud/transport/exchange.ts";
import {
  type Show,
  hanging,
  showFindings,
  showToDo,
  showWords,
  toDoFor,
  wordsToSet,
} from "./cloud-report.ts";
import { readCloud } from "./config/config.ts";
import { processSecrets } from "./reach.ts";

const usage = `Asks your cloud what it serves and what it lacks. It changes nothing.

  npm run -s check-cloud
  npm run -s check-cloud -- --url https://api.cloud.example.com \\
    --organization 5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10 --key-id A1B2C3

--url           CLOUD_BASE_URL: the address of the cloud's API
--organization  CLOUD_ORGANIZATION_ID: your organization's id
--key-id        CLOUD_KEY_ID: the id of an API key

What you leave out is read from the environment and from .env, as the app reads
it. The key's secret has no option, because a shell keeps what you type: put it
into CLOUD_KEY_SECRET in .env.

It ends with 0 if nothing is left to do, and with 1 if something is.`;

const usualTokenRef = "env:OBSERVABILITY_TOKEN";

type Variables = Readonly<Record<string, string | undefined>>;
type Settings = ReturnType<typeof readCloud>["settings"];

/** Says what the cloud of this environment serves and lacks. Returns false if something is left to do. */
export async function checkCloud(
  args: readonly string[],
  environment: Variables,
  show: Show,
): Promise<boolean> {
  const options = optionsIn(args);
  if (!options || options.help) {
    show(usage);
    return options?.help ?? false;
  }
  const prepared = await attempt(() => prepare(withOptions(environment, options)));
  if (prepared instanceof AppError) {
    show("I can't ask the cloud yet. Fix these settings in .env or in the environment:");
    for (const problem of prepared.message.split("\n")) show(hanging("-", problem.replace(/^- /, ""), 4));
    show("\nnpm run -s check-cloud -- --help shows what can be an option.");
    return false;
  }
  const { settings, proxy, key, token } = prepared;
  const shown = concealing([...Object.values(key), ...Object.values(token ?? {})], show);
  const isDone = await checkManaged({ settings, proxy }, key, shown);
  const { OBSERVABILITY_URL: appUrl } = settings;
  if (appUrl === undefined || !token) return isDone;
  shown("");
  return (await checkStandalone(appUrl, { settings, proxy, credentials: token, show: shown })) && isDone;
}

/** Reads the settings and the secrets. Fails as `user` with all problems. */
async function prepare(variables: Variables) {
  const { settings, stores } = readCloud(variables);
  const secrets = processSecrets(stores, variables);
  const resolve = (reference: string) => secrets.resolve(reference);
  const { CLOUD_KEY_ID_REF: keyId, CLOUD_KEY_SECRET_REF: keySecret } = settings;
  const key = await secretsOf({ keyId, keySecret }, resolve);
  const { OBSERVABILITY_URL: appUrl, OBSERVABILITY_TOKEN_REF: token = usualTokenRef } = settings;
  return {
    settings,
    proxy: stores.proxy,
    key,
    token: appUrl === undefined ? undefined : await secretsOf({ token }, resolve),
  };
}

async function secretsOf<Name extends string>(
  references: Readonly<Record<Name, string>>,
  resolve: (reference: string) => Promise<string>,
): Promise<Record<Name, string>> {
  const found: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, reference] of Object.entries<string>(references)) {
    const secret = await attempt(() => resolve(reference));
    if (secret instanceof AppError) problems.push(secret.message);
    else found[name] = secret;
  }
  if (problems.length > 0) throw new AppError("user", problems.join("\n"));
  return found;
}

function optionsIn(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    const options = { url: text, organization: text, "key-id": text, help: { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch {
    // It throws at an unknown option.
    return undefined;
  }
}

function withOptions(environment: Variables, options: NonNullable<ReturnType<typeof optionsIn>>): Variables {
  const { url, organization, "key-id": keyId } = options;
  return {
    ...environment,
    ...(url !== undefined && { CLOUD_BASE_URL: url }),
    ...(organization !== undefined && { CLOUD_ORGANIZATION_ID: organization }),
    ...(keyId !== undefined && { CLOUD_KEY_ID: keyId, CLOUD_KEY_ID_REF: "env:CLOUD_KEY_ID" }),
  };
}

/** Shows lines without these secrets, and without characters that a terminal obeys: some are the cloud's. */
function concealing(secrets: readonly string[], show: Show): Show {
  const hidden = secrets.toSorted((a, b) => b.length - a.length);
  return (line) =>
    show(
      hidden
        .reduce((text, secret) => text.replaceAll(secret, "[hidden]"), line)
        // oxlint-disable-next-line no-control-regex
        .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " "),
    );
}

/** The settings, and the way out. */
interface Reached {
  settings: Settings;
  proxy: Proxy | undefined;
}

async function checkManaged(reached: Reached, credentials: CloudCredentials, show: Show): Promise<boolean> {
  const { settings } = reached;
  const { CLOUD_BASE_URL: baseUrl, CLOUD_ORGANIZATION_ID: organizationId } = settings;
  show(hanging("Cloud", baseUrl));
  show(hanging("Organization", organizationId));
  showProxy(baseUrl, reached.proxy, show);
  const set: WireNames = {
    engineVersion: settings.WIRE_ENGINE_VERSION,
    credits: settings.WIRE_CREDITS,
    observability: settings.WIRE_OBSERVABILITY,
  };
  await using clients = clientsWith(reached, credentials);
  const clientFor = (wireNames: WireNames) =>
    clients.to({ kind: "managed", baseUrl, organizationId, wireNames });
  // Neutral words, so the cloud's own ones are seen.
  const asked = { ...neutralWireNames, observability: set.observability };
  const how = { now: new Date(), isThorough: true };
  const result = await probe(clientFor(asked), "managed", how);
  const words = { ...result.words };
  let findings = result.findings;
  const find = (area: string) => findings.find((finding) => finding.area === area);
  const replace = (better: Finding) =>
    (findings = findings.map((finding) => (finding.area === better.area ? better : finding)));

  const credits = words.credits ?? set.credits;
  if (find(areas.costs)?.outcome === "fails" && credits !== neutralWireNames.credits)
    replace((await tryCosts(clientFor({ ...asked, credits }), how)).finding);

  const consoleWord = pathWordIn(settings.CLOUD_CONSOLE_OBSERVABILITY_URL) ?? set.observability;
  for (const observability of new Set([set.observability, neutralWireNames.observability, consoleWord])) {
    const client = clientFor({ ...asked, observability });
    if (find(areas.observability)?.error?.unserved && observability !== set.observability)
      replace(await tryObservability(client, "managed", { ...result, ...how }));
    if (find(areas.observability)?.outcome === "works") words.observability ??= observability;
  }

  showFindings(findings, show);
  const isUsable = findings.some(({ outcome }) => outcome === "works");
  if (isUsable) showWords({ set, words }, show);
  const names = {
    address: "CLOUD_BASE_URL",
    organization: "CLOUD_ORGANIZATION_ID",
    key: `${settings.CLOUD_KEY_ID_REF} and ${settings.CLOUD_KEY_SECRET_REF}`,
  };
  return showToDo(
    [...wordsToSet({ set, words }), ...toDoFor({ ...result, findings, isUsable }, names)],
    show,
  );
}

/** Says by which proxy an address is reached, without its password. */
function showProxy(address: string, proxy: Proxy | undefined, show: Show): void {
  const by = proxyFor(new URL(address), proxy);
  if (by) show(hanging("Proxy", by.origin));
}

interface ServerFacts extends Reached {
  credentials: CloudCredentials;
  show: Show;
}

async function checkStandalone(
  appUrl: string,
  { credentials, show, ...reached }: ServerFacts,
): Promise<boolean> {
  const { settings } = reached;
  show(hanging("Observability", appUrl));
  showProxy(appUrl, reached.proxy, show);
  await using clients = clientsWith(reached, credentials);
  const client = clients.to({ kind: "standalone", appUrl, wireNames: neutralWireNames });
  const result = await probe(client, "standalone", { now: new Date(), isThorough: true });
  showFindings(result.findings, show);
  const names = { address: "OBSERVABILITY_URL", key: settings.OBSERVABILITY_TOKEN_REF ?? usualTokenRef };
  return showToDo(toDoFor(result, names), show);
}

/** Clients that share the requests of one key. */
function clientsWith({ settings, proxy }: Reached, credentials: CloudCredentials) {
  const limits = { ...defaultCallLimits, callTimeoutMs: settings.CLOUD_TIMEOUT_SECONDS * 1_000 };
  const dispatcher = cloudAgent(limits, proxy);
  const requestQuota = quotaOf(settings.CLOUD_REQUESTS_PER_10_SECONDS);
  return {
    to: (connection: CloudConnection) =>
      createCloudClient({
        connection,
        credentials: async () => credentials,
        requestQuota,
        dispatcher,
        limits,
      }),
    [Symbol.asyncDispose]: () => dispatcher.close(),
  };
}

const windowMs = 10_000;

/** So many requests in any 10 s, in this process alone. */
function quotaOf(requests: number): RequestQuota {
  let freeAtMs: number[] = Array.from({ length: requests }, () => 0);
  return {
    async take(signal) {
      const nowMs = Date.now();
      const atMs = Math.max(nowMs, freeAtMs.shift() ?? 0);
      freeAtMs.push(atMs + windowMs);
      await sleep(atMs - nowMs, undefined, signal && { signal });
    },
    async pause(ms) {
      freeAtMs = freeAtMs.map((at) => Math.max(at, Date.now() + ms)).toSorted((a, b) => a - b);
    },
  };
}

/** The word of an API's path that a console's address shows: what follows the service's id. */
function pathWordIn(consoleUrl: string | undefined): string | undefined {
  return /\{serviceId\}\/([A-Za-z][\w-]*)/.exec(consoleUrl ?? "")?.[1];
}
