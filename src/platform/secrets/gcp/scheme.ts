import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { readText, unusable } from "../fields.ts";
import { type GcpAccount, gcpAccount } from "./account.ts";
import { type GcpAnswer, type GcpRequest, exchangeWithGcp } from "./exchange.ts";
import { type GcpTask, gcpFailure } from "./failure.ts";
import type { SecretScheme } from "../scheme.ts";

/** The way to Google Cloud's Secret Manager. */
export interface Gcp extends GcpAccount {
  project?: string | undefined;
  endpointUrl: string;
}

const Version = z.object({ payload: z.object({ data: z.base64() }) });

/**
 * Secrets in Google Cloud's Secret Manager, always the latest version: whole as `gcp:acme`, or a field of a JSON object as
 * `gcp:acme#secret`; of another project as `gcp:projects/other/secrets/acme#secret`.
 */
export function gcpScheme(gcp: Gcp): SecretScheme {
  const account = gcpAccount(gcp);

  async function ask(request: GcpRequest): Promise<GcpAnswer> {
    const token = await account.tokens.present();
    const answer = await send(request, token);
    const fresh = answer.status === 401 ? await account.tokens.after(token) : undefined;
    return fresh === undefined ? answer : send(request, fresh);
  }

  function send(request: GcpRequest, token: string): Promise<GcpAnswer> {
    const headers = { authorization: `Bearer ${token}` };
    return exchangeWithGcp(
      { ...request, url: `${gcp.endpointUrl}/v1/${request.url}`, headers },
      { setting: "GCP_ENDPOINT_URL", timeoutMs: gcp.timeoutMs },
    );
  }

  async function addressOf(locator: string) {
    const { project: named, name, field } = partsOf(locator);
    return { parent: `projects/${named ?? gcp.project ?? (await account.project())}/secrets`, name, field };
  }

  return {
    name: "gcp",

    async read(locator) {
      const task: GcpTask = { verb: "read", reference: `gcp:${locator}` };
      const { parent, name, field } = await addressOf(locator);
      const { status, json } = await ask({
        method: "GET",
        url: `${parent}/${name}/versions/latest:access`,
      });
      if (status !== 200) throw gcpFailure(status, task);
      return readText(textOf(json, task.reference), field, task.reference);
    },

    async write(locator, fields) {
      const task: GcpTask = { verb: "write", reference: `gcp:${locator}` };
      const { parent, name, field } = await addressOf(locator);
      if (field !== undefined) throw malformed();
      const data = Buffer.from(JSON.stringify(fields)).toString("base64");
      const version: GcpRequest = {
        method: "POST",
        url: `${parent}/${name}:addVersion`,
        body: { payload: { data } },
      };
      const added = await ask(version);
      if (added.status === 200) return;
      if (added.status !== 404) throw gcpFailure(added.status, task);
      const body = { replication: { automatic: {} } };
      const made = await ask({ method: "POST", url: `${parent}?secretId=${name}`, body });
      // 409: another made it at the same moment.
      if (made.status !== 200 && made.status !== 409) throw gcpFailure(made.status, task);
      const { status } = await ask(version);
      if (status !== 200) throw gcpFailure(status, task);
    },

    async remove(locator) {
      const task: GcpTask = { verb: "delete", reference: `gcp:${locator}` };
      const { parent, name, field } = await addressOf(locator);
      if (field !== undefined) throw malformed();
      const { status } = await ask({ method: "DELETE", url: `${parent}/${name}` });
      if (status !== 200 && status !== 404) throw gcpFailure(status, task);
    },
  };
}

function textOf(json: unknown, reference: string): string {
  const { data } = Version.safeParse(json);
  // An empty secret comes without its data.
  if (!data) throw unusable(reference, "is empty. Put the secret there");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(data.payload.data, "base64"));
  } catch {
    // The decoder's own error is left out, for nothing that has seen the bytes goes further.
    throw unusable(reference, "holds bytes. Put the secret there as text");
  }
}

function partsOf(locator: string) {
  // Google Cloud: a secret's name is of letters, digits, - and _.
  const [, project, name, field] =
    /^(?:projects\/([a-z0-9][a-z0-9.:-]{0,60})\/secrets\/)?([\w-]{1,255})(?:#(.+))?$/.exec(locator) ?? [];
  if (name === undefined) throw malformed();
  return { project, name, field };
}

/** The locator is not repeated: what has the wrong form may be the secret itself. */
function malformed(): AppError {
  return new AppError(
    "user",
    "After gcp: comes the name of a secret in Secret Manager, and to read one of its fields that field, such as gcp:acme-cloud#secret.",
  );
}
