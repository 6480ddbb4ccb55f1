import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { type SecretScheme, readText, unusable } from "../scheme.ts";
import { type GcpAccount, gcpAccount } from "./account.ts";
import {
  type StoreAnswer,
  type StoreRequest,
  exchange,
  exchangeWithToken,
  isAwayForNow,
  jsonOf,
} from "../exchange.ts";

/** How to reach Google Cloud's Secret Manager. */
export interface Gcp extends GcpAccount {
  project?: string | undefined;
  endpointUrl: string;
}

/** The task, for the words of a failure. */
interface Task {
  verb: "read" | "write" | "delete";
  reference: string;
}

const Version = z.object({ payload: z.object({ data: z.base64() }) });

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

  async function addressOf(locator: string) {
    const { project: named, name, field } = partsOf(locator);
    return { parent: `projects/${named ?? gcp.project ?? (await account.project())}/secrets`, name, field };
  }

  return {
    name: "gcp",

    async read(locator) {
      const task: Task = { verb: "read", reference: `gcp:${locator}` };
      const { parent, name, field } = await addressOf(locator);
      const answer = await ask({ method: "GET", url: `${parent}/${name}/versions/latest:access` });
      if (answer.status !== 200) throw failureOf(answer, task);
      return readText(textOf(answer, task.reference), field, task.reference);
    },

    async write(locator, fields) {
      const task: Task = { verb: "write", reference: `gcp:${locator}` };
      const { parent, name, field } = await addressOf(locator);
      if (field !== undefined) throw malformed();
      const data = Buffer.from(JSON.stringify(fields)).toString("base64");
      const version: StoreRequest = {
        method: "POST",
        url: `${parent}/${name}:addVersion`,
        body: { payload: { data } },
      };
      const added = await ask(version);
      if (added.status === 200) return;
      if (added.status !== 404) throw failureOf(added, task);
      const body = { replication: { automatic: {} } };
      const made = await ask({ method: "POST", url: `${parent}?secretId=${name}`, body });
      // 409: another request made it at the same moment.
      if (made.status !== 200 && made.status !== 409) throw failureOf(made, task);
      const addedToNew = await ask(version);
      if (addedToNew.status !== 200) throw failureOf(addedToNew, task);
    },

    async remove(locator) {
      const task: Task = { verb: "delete", reference: `gcp:${locator}` };
      const { parent, name, field } = await addressOf(locator);
      if (field !== undefined) throw malformed();
      const answer = await ask({ method: "DELETE", url: `${parent}/${name}` });
      if (answer.status !== 200 && answer.status !== 404) throw failureOf(answer, task);
    },
  };
}

function textOf(answer: StoreAnswer, reference: string): string {
  const { data } = Version.safeParse(jsonOf(answer));
  // An empty secret has no data field.
  if (!data) throw unusable(reference, "is empty. Put the secret there");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(data.payload.data, "base64"));
  } catch {
    // The decoder's error has seen the bytes, so it is not kept.
    throw unusable(reference, "holds bytes. Put the secret there as text");
  }
}

function partsOf(locator: string) {
  // Google Cloud: a secret's name has letters, digits, - and _.
  const [, project, name, field] =
    /^(?:projects\/([a-z0-9][a-z0-9.:-]{0,60})\/secrets\/)?([\w-]{1,255})(?:#(.+))?$/.exec(locator) ?? [];
  if (name === undefined) throw malformed();
  return { project, name, field };
}

/** Google Cloud's words are left out, because they reveal the app's identity there. */
function failureOf(answer: StoreAnswer, { verb, reference }: Task): AppError {
  const { status } = answer;
  if (status === 404) {
    return new AppError(
      "auth",
      `There is nothing at ${reference}. Put the secret there, or correct the reference.`,
    );
  }
  if (status === 401 || status === 403) {
    return new AppError(
      "auth",
      `Google Cloud does not let this app ${verb} ${reference} (status ${status}). Check the roles of its service account.`,
    );
  }
  if (isAwayForNow(answer)) {
    return new AppError(
      "upstream",
      `Google Cloud could not ${verb} ${reference} just now (status ${status}). Try again in a minute.`,
    );
  }
  return new AppError(
    "auth",
    `Google Cloud did not ${verb} ${reference} (status ${status}). Check that its latest version is enabled, or correct the reference.`,
  );
}

/** Never repeats the locator, because a wrong one may be the secret itself. */
function malformed(): AppError {
  return new AppError(
    "user",
    "After gcp: comes the name of a secret in Secret Manager, and to read one of its fields that field, such as gcp:acme-cloud#secret.",
  );
}
