import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { recorder } from "../../../platform/audit/recorder.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { below, say } from "../../../platform/blocks/reply.ts";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { pageResponse } from "../../../platform/http/page.ts";
import type { RouteParts } from "../../../platform/http/web.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";
import { type Connection, defaultConnection } from "../connection.ts";
import type { ConnectionsContext } from "../context.ts";
import { type FoundOffer, addFound, addedText, findOffer, plain } from "../found.ts";
import { type Candidate, connectionOf, credentialsOf, mainSecretOf, valuesIn } from "../probe/candidate.ts";
import { probe } from "../probe/probe.ts";
import { deploymentOf, hostOf, referencesOf } from "../records.ts";
import { isReference, readForm, valuesFor, withoutSecrets } from "./form.ts";
import {
  type ShownForm,
  addedPage,
  forgedPage,
  formPage,
  gonePage,
  notice,
  resultPage,
  savedPage,
  usedPage,
} from "./other-pages.ts";
import { type Visit, csrfOf, doingOf, draftOf, enter, isOurs, keepDraft } from "./session.ts";
import * as texts from "./texts.ts";

// A form has a dozen short fields.
const bodyLimitBytes = 64 * 1024;

/** The pages on which people type a connection's credentials. Each has a link of its own. */
export function connectPages({ contextOf, rateLimits, newId, log }: RouteParts<ConnectionsContext>): Hono {
  const app = new Hono();
  const path = "/connect/:workspaceId/:token";
  app.use(bodyLimit({ maxSize: bodyLimitBytes, onError: (http) => pageResponse(http, tooLarge) }));
  app.post("*", async (http, next) => (isForm(http) ? next() : pageResponse(http, notAForm)));
  app.get(path, (http) => answer(http, showForm));
  app.post(`${path}/test`, (http) => answer(http, test));
  app.post(`${path}/save`, (http) => answer(http, saveDraft));
  app.post(`${path}/add`, (http) => answer(http, addAll, true));
  app.notFound((http) => pageResponse(http, gonePage));
  app.onError((error, http) => {
    if (isAppError(error, "limited") && error.retryAfterMs !== undefined) {
      http.header("retry-after", String(Math.ceil(error.retryAfterMs / 1_000)));
      return pageResponse(http, notice(texts.notRightNow, error.message, 429));
    }
    if (isAppError(error, "upstream", "limited", "auth")) {
      log.info({ err: error }, "couldn't show a connect page");
      return pageResponse(http, notice(texts.notRightNow, error.message, 503));
    }
    const incidentId = newId().slice(0, 8);
    log.error({ err: error, incidentId }, "bug");
    return pageResponse(http, notice(texts.bug.title, texts.bug.text(incidentId), 500));
  });
  return app;

  async function answer(
    http: Context,
    show: (http: Context, visit: Visit) => Promise<Response>,
    isAfterwards = false,
  ) {
    const visit = await enter(http, contextOf, rateLimits, isAfterwards);
    return visit instanceof Response ? visit : show(http, visit);
  }
}

const tooLarge = notice(texts.tooLarge.title, texts.tooLarge.text, 413);

const notAForm = notice(texts.notAForm.title, texts.notAForm.text, 415);

/** Browsers send our forms as this type. Other types may be broken in other ways. */
function isForm(http: Context): boolean {
  const [type = ""] = (http.req.header("content-type") ?? "").split(";");
  return type.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

async function showForm(http: Context, visit: Visit): Promise<Response> {
  return pageResponse(http, formPage(await shownForm(visit)));
}

async function test(http: Context, visit: Visit): Promise<Response> {
  const body = await http.req.parseBody();
  if (!isOurs(http, visit, "test", body["csrf"])) return pageResponse(http, forgedPage);
  const { context, address } = visit;
  const kept = await shownForm(visit);
  const { existing } = kept;
  const values = valuesFor(existing, body);
  const form = { ...kept, values: withoutSecrets(values) };
  const reading = await readForm(values, existing, context);
  if ("problems" in reading) {
    const { problems } = reading;
    await recordRefusedTest(visit, { values, problems, existing });
    return pageResponse(http, formPage({ ...form, problems }));
  }

  const { candidate } = reading;
  // Recorded first, so no key is sent without a trace. If this fails, nothing is sent.
  await recordTest(visit, candidate);
  const trial = connectionOf(candidate, placeholders, context.wireNames);
  const credentials = () => credentialsOf(candidate, (reference) => context.secrets.resolve(reference));
  const result = await probe(context.trialOf(trial, credentials), candidate.kind, { now: context.now() });
  if (!result.isUsable) return pageResponse(http, formPage({ ...form, tried: result }));
  await keepDraft(visit, { candidate, values });
  return pageResponse(
    http,
    resultPage({
      saveAction: `${address}/save`,
      formAddress: address,
      csrf: csrfOf(visit, "save"),
      candidate,
      result,
      isRotation: existing !== undefined,
    }),
  );
}

/** Stand-ins for the references of secrets that are not saved yet. */
const placeholders = { keyId: "sealed:none", keySecret: "sealed:none", token: "sealed:none" };

async function saveDraft(http: Context, visit: Visit): Promise<Response> {
  const body = await http.req.parseBody();
  if (!isOurs(http, visit, "save", body["csrf"])) return pageResponse(http, forgedPage);
  const draft = draftOf(visit);
  if (!draft) return showForm(http, visit);
  const { candidate, values } = draft;
  const saved = await save(visit, candidate);
  if (typeof saved === "object" && "offer" in saved) {
    const { offer } = saved;
    const found = offer && {
      ...offer,
      action: `${visit.address}/add`,
      csrf: csrfOf(visit, "add"),
    };
    return pageResponse(http, savedPage(candidate.name, visit.link.purpose.kind === "rotate", found));
  }
  if (saved === "used") return pageResponse(http, usedPage(candidate.name));
  const problems = [{ field: "name", message: saved.nameProblem }];
  return pageResponse(http, formPage({ ...(await shownForm(visit)), values, problems }));
}

/** Adds what the saved page offered. */
async function addAll(http: Context, visit: Visit): Promise<Response> {
  const body = await http.req.parseBody();
  if (!isOurs(http, visit, "add", body["csrf"])) return pageResponse(http, forgedPage);
  const { context, link } = visit;
  const { services } = await context.unadded();
  const adopted = await addFound(services, context, recorder(doingOf(visit), context), link.userId);
  return pageResponse(http, addedPage(adopted.length === 0 ? texts.nothingToAdd : addedText(adopted, plain)));
}

/** The form as it is at first, or with the last try. */
async function shownForm(visit: Visit): Promise<ShownForm> {
  const { context, link, address } = visit;
  const { purpose } = link;
  const existing = purpose.kind === "rotate" ? await context.connections.find(purpose.name) : undefined;
  const isFirst = !(await context.connections.list()).some(({ name }) => name === defaultConnection);
  const values = draftOf(visit)?.values ?? valuesFor(existing, { name: isFirst ? defaultConnection : "" });
  return { action: `${address}/test`, csrf: csrfOf(visit, "test"), values, existing };
}

/** Records that a person is about to send a key to a host. Fails as upstream if it cannot be recorded. */
async function recordTest(visit: Visit, candidate: Candidate): Promise<void> {
  const { kind, name } = candidate;
  const secret = mainSecretOf(candidate);
  await recorder(testOf(visit), visit.context).record({
    ...testOf(visit),
    at: visit.context.now().toISOString(),
    subject: name,
    after: {
      kind,
      host: hostOf(candidate),
      secretGivenBy: secret.by === "value" ? "value" : wayOf(secret.reference),
    },
    result: "done",
  });
}

/** Records that a person named a reference that this workspace may not use. Typing mistakes are not recorded. */
async function recordRefusedTest(
  visit: Visit,
  {
    values,
    problems,
    existing,
  }: { values: FormValues; problems: readonly FormProblem[]; existing: Connection | undefined },
): Promise<void> {
  const named = problems
    .filter(({ field }) => isReference(field))
    .flatMap(({ field }) => CredentialReference.safeParse(values[field]).data ?? []);
  if (named.length === 0) return;
  const host = existing ? hostOf(existing) : typedHost(values);
  await recorder(testOf(visit), visit.context).notDone({
    subject: existing?.name,
    after: {
      ...(host !== undefined && { host }),
      secretGivenBy: [...new Set(named.map(wayOf))].join(", "),
    },
    result: "refused",
    detail: texts.refusedReference,
  });
}

function testOf(visit: Visit) {
  return { ...doingOf(visit), action: "connection.test" } as const;
}

/** Our own words only: the text before the first colon may be part of a secret. */
function wayOf(reference: string): string {
  const scheme = reference.slice(0, reference.indexOf(":"));
  return ["env", "file", "vault", "aws", "gcp", "sealed"].includes(scheme)
    ? `${scheme}: reference`
    : "reference";
}

function typedHost(values: FormValues): string | undefined {
  const typed = textIn(values, values["kind"] === "managed" ? "baseUrl" : "appUrl");
  return URL.canParse(typed) ? new URL(typed).host : undefined;
}

/**
 * The outcome of saving: with the services that can be added, "used" if another request was faster, or the
 * problem with a taken name.
 */
type Saved = { offer: FoundOffer | undefined } | "used" | { nameProblem: string };

/** Saves a tested connection or its new credentials, and uses up the link. */
async function save(visit: Visit, candidate: Candidate): Promise<Saved> {
  const { context, tokenHash } = visit;
  if (!(await context.connectLinks.use(tokenHash, candidate.name))) return "used";
  try {
    await keep(visit, candidate);
  } catch (error) {
    await context.connectLinks.giveBack(tokenHash);
    if (isAppError(error, "conflict")) return { nameProblem: error.message };
    throw error;
  }
  // The connection is saved. Nothing below may say otherwise.
  const [offer] = await Promise.all([
    offerOf(visit, candidate),
    forgetDraft(visit),
    record(visit, candidate),
  ]);
  await notify(visit, candidate, offer);
  return { offer };
}

async function keep({ context, link }: Visit, candidate: Candidate): Promise<void> {
  const values = valuesIn(candidate);
  const hasValues = Object.keys(values).length > 0;
  const kept = hasValues ? await context.secrets.keep(candidate.name, values) : {};
  const connection = connectionOf(candidate, kept, context.wireNames);
  try {
    if (link.purpose.kind === "new") await context.connections.add(connection);
    else await replaceCredentials(connection, context);
  } catch (error) {
    // If Redis gave no answer, the connection may be saved and need its secrets.
    if (!isAppError(error, "upstream")) await context.secrets.discard(Object.values(kept));
    throw error;
  }
}

/** Replaces references by new ones, and deletes the old secrets that we kept. */
async function replaceCredentials(
  connection: Connection,
  { connections, secrets, log }: Visit["context"],
): Promise<void> {
  const old = await connections.find(connection.name);
  // The key was typed for this host only.
  if (deploymentOf(old) !== deploymentOf(connection)) {
    throw new AppError("auth", texts.changedTarget);
  }
  // The connection may have been renamed in the meantime.
  await connections.save({ ...old, ...connection, name: old.name });
  try {
    await secrets.discard(referencesOf(old));
  } catch (error) {
    // The new key is in use. The old secret stays until the workspace is deleted.
    log.warn({ err: error, connection: old.name }, "couldn't delete an old key");
  }
}

async function forgetDraft({ context, tokenHash }: Visit): Promise<void> {
  try {
    await context.connectLinks.dropDraft(tokenHash);
  } catch (error) {
    // The draft is sealed, and expires in 15 minutes.
    context.log.info({ err: error }, "couldn't delete a connection's typed values at once");
  }
}

async function record(visit: Visit, candidate: Candidate): Promise<void> {
  const { kind, name } = candidate;
  try {
    const after = { kind, host: hostOf(candidate), secretGivenBy: mainSecretOf(candidate).by };
    await recorder(doingOf(visit), visit.context).done({ subject: name, after });
  } catch (error) {
    // The process's log has the entry already.
    visit.context.log.error({ err: error, connection: name }, "couldn't write a connection to the audit log");
  }
}

/** The services that the workspace can add. None if they can't be read soon. */
async function offerOf({ context }: Visit, { kind }: Candidate): Promise<FoundOffer | undefined> {
  if (kind !== "managed") return undefined;
  try {
    return await findOffer(context);
  } catch (error) {
    context.log.info({ err: error }, "couldn't read which services can be added");
    return undefined;
  }
}

async function notify(
  { context, link }: Visit,
  candidate: Candidate,
  offer: FoundOffer | undefined,
): Promise<void> {
  const isNew = link.purpose.kind === "new";
  const [name, host] = [candidate.name, code(hostOf(candidate))];
  const text = isNew ? texts.savedNotice(name, host) : texts.rotatedNotice(name, host);
  try {
    const posted = offer ? below(text, offer) : say(text);
    await context.messenger.post(link.userId, posted);
  } catch (error) {
    context.log.info({ err: error }, "couldn't notify a connection's creator in Slack");
  }
}
