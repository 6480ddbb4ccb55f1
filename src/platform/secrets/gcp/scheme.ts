import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import {
  type StoreAnswer,
  type StoreRequest,
  exchange,
  exchangeWithToken,
  isAwayForNow,
} from "../exchange.ts";
import { type SecretScheme, type Task, awayForNow, nothingAt, storeScheme, unusable } from "../scheme.ts";
import { type GcpAccount, gcpAccount } from "./account.ts";

interface Gcp extends GcpAccount {
  project?: string | undefined;
  endpointUrl: string;
}

interface Address {
  project: string | undefined;
  name: string;
}

const Version = JsonText.pipe(z.object({ payload: z.object({ data: z.base64() }) }));

/**
 * Secrets in Google Cloud's Secret Manager, always in the latest version: whole as `gcp:acme`, or a field of a JSON
 * object as `gcp:acme#secret`. In another project as `gcp:projects/other/secrets/acme#secret`.
 */
export function gcpScheme(gcp: Gcp): SecretScheme {
  const account = gcpAccount(gcp);
  const store = { name: "Google Cloud", setting: "GCP_ENDPOINT_URL", timeoutMs: gcp.timeoutMs };

  const ask = ({ url, ...request }: StoreRequest) =>
    exchangeWithToken(account.tokens, 401, (token) =>
      exchange(store, {
        ...request,
        url: `${gcp.endpointUrl}/v1/${url}`,
        headers: { authorization: `Bearer ${token}` },
      }),
    );

  async function parentOf({ project }: Address): Promise<string> {
    return `projects/${project ?? gcp.project ?? (await account.project())}/secrets`;
  }

  return storeScheme({
    name: "gcp",
    usage:
      "the name of a secret in Secret Manager, and to read one of its fields that field, such as gcp:acme-cloud#secret",

    addressOf(text): Address | undefined {
      // Google Cloud: a secret's name has letters, digits, - and _.
      const [, project, name] =
        /^(?:projects\/([a-z0-9][a-z0-9.:-]{0,60})\/secrets\/)?([\w-]{1,255})$/.exec(text) ?? [];
      return name === undefined ? undefined : { project, name };
    },

    async readText(address, task) {
      const url = `${await parentOf(address)}/${address.name}/versions/latest:access`;
      const answer = await ask({ method: "GET", url });
      if (answer.status !== 200) throw failureOf(answer, task);
      return textOf(answer, task.reference);
    },

    async write(address, fields, task) {
      const parent = await parentOf(address);
      const data = Buffer.from(JSON.stringify(fields)).toString("base64");
      const version: StoreRequest = {
        method: "POST",
        url: `${parent}/${address.name}:addVersion`,
        body: { payload: { data } },
      };
      const added = await ask(version);
      if (added.status === 200) return;
      if (added.status !== 404) throw failureOf(added, task);
      const body = { replication: { automatic: {} } };
      const made = await ask({ method: "POST", url: `${parent}?secretId=${address.name}`, body });
      // 409: another request made it at the same moment.
      if (made.status !== 200 && made.status !== 409) throw failureOf(made, task);
      const addedToNew = await ask(version);
      if (addedToNew.status !== 200) throw failureOf(addedToNew, task);
    },

    async remove(address, task) {
      const answer = await ask({ method: "DELETE", url: `${await parentOf(address)}/${address.name}` });
      if (answer.status !== 200 && answer.status !== 404) throw failureOf(answer, task);
    },
  });
}

function textOf({ text }: StoreAnswer, reference: string): string {
  const { data } = Version.safeParse(text);
  if (!data) throw unusable(reference, "is empty. Put the secret there");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(data.payload.data, "base64"));
  } catch {
    // The decoder's error has seen the bytes, so it is not kept.
    throw unusable(reference, "holds bytes. Put the secret there as text");
  }
}

/** Google Cloud's words are left out, because they reveal the app's identity there. */
function failureOf(answer: StoreAnswer, { verb, reference }: Task): AppError {
  const { status } = answer;
  if (status === 404) return nothingAt(reference);
  if (isAwayForNow(answer)) return awayForNow("Google Cloud", `${verb} ${reference}`, `status ${status}`);
  const message =
    status === 401 || status === 403
      ? `Google Cloud doesn't let this app ${verb} ${reference} (status ${status}). Check the roles of its service account.`
      : `Google Cloud didn't ${verb} ${reference} (status ${status}). Check that its latest version is enabled, or correct the reference.`;
  return new AppError("auth", message);
}
