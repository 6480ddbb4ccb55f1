import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { connectionOf, credentialsOf } from "../probe/candidate.ts";
import { probe } from "../probe/probe.ts";
import type { ConnectionsContext } from "../context.ts";
import type { RouteParts } from "../../../platform/http/routes.ts";
import { isAppError } from "../../../lib/errors.ts";
import { defaultConnection } from "../records.ts";
import { pageResponse } from "../../../platform/http/page.ts";
import { type Visit, csrfOf, enter, isOurs } from "./door.ts";
import { draftOf, keepDraft } from "./draft.ts";
import { formPage } from "./form-page.ts";
import type { FormFacts } from "./form-parts.ts";
import { FormValues, emptyForm, withoutSecrets } from "./form-values.ts";
import { forgedPage, gonePage, notice, savedPage, usedPage } from "./other-pages.ts";
import { readForm } from "./read-form.ts";
import { recordRefusedTest, recordTest } from "./record-test.ts";
import { resultPage } from "./result-page.ts";
import { save } from "./save.ts";

// A form has a dozen lines.
const bodyLimitBytes = 64 * 1024;

/** The pages where people type what a connection needs, each under a link that was made for them. */
export function connectPages({ contextOf, newId, log }: RouteParts<ConnectionsContext>): Hono {
  const app = new Hono();
  const path = "/connect/:workspaceId/:token";
  app.use(bodyLimit({ maxSize: bodyLimitBytes, onError: (http) => pageResponse(http, tooLarge) }));
  app.post("*", async (http, next) => (isForm(http) ? next() : pageResponse(http, notAForm)));
  app.get(path, (http) => answer(http, showForm));
  app.post(`${path}/test`, (http) => answer(http, test));
  app.post(`${path}/save`, (http) => answer(http, saveDraft));
  app.notFound((http) => pageResponse(http, gonePage));
  app.onError((error, http) => {
    if (isAppError(error, "upstream", "limited", "auth")) {
      log.info({ err: error }, "a connect page could not be shown");
      return pageResponse(http, notice("That did not work just now", error.message, 503));
    }
    const incidentId = newId().slice(0, 8);
    log.error({ err: error, incidentId }, "bug");
    const apology = `Something went wrong on our side, sorry. Please tell your admin the incident id ${incidentId}.`;
    return pageResponse(http, notice("Something went wrong", apology, 500));
  });
  return app;

  async function answer(http: Context, show: (http: Context, visit: Visit) => Promise<Response>) {
    const visit = await enter(http, contextOf);
    return visit instanceof Response ? visit : show(http, visit);
  }
}

const tooLarge = notice("That is too much", "What you sent is larger than any form of this page.", 413);

const notAForm = notice("That is not a form", "This page takes only what its own form sends.", 415);

/** Browsers send our forms so; what is of another kind may be broken in ways of its own. */
function isForm(http: Context): boolean {
  const [type = ""] = (http.req.header("content-type") ?? "").split(";");
  return type.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

async function showForm(http: Context, visit: Visit): Promise<Response> {
  return pageResponse(http, formPage({ ...(await formFacts(visit)) }));
}

async function test(http: Context, visit: Visit): Promise<Response> {
  const body = await http.req.parseBody();
  if (!isOurs(http, visit, "test", body["csrf"])) return pageResponse(http, forgedPage);
  const { context, address } = visit;
  const values = FormValues.parse(body);
  const facts = { ...(await formFacts(visit)), values: withoutSecrets(values) };
  const reading = await readForm(values, facts.existing, context);
  if ("errors" in reading) {
    await recordRefusedTest(visit, { values, errors: reading.errors, existing: facts.existing });
    return pageResponse(http, formPage({ ...facts, errors: reading.errors }));
  }

  const { candidate } = reading;
  // Before anything is sent, so that no key goes anywhere without a trace; if it fails, nothing is sent.
  await recordTest(visit, candidate);
  const trial = connectionOf(candidate, placeholders, context.wireNames);
  const credentials = () => credentialsOf(candidate, (reference) => context.secrets.resolve(reference));
  const result = await probe(context.trialOf(trial, credentials), candidate.kind, { now: context.now() });
  if (!result.isUsable) return pageResponse(http, formPage({ ...facts, tried: result }));
  await keepDraft(visit, { candidate, values });
  return pageResponse(
    http,
    resultPage({
      saveAction: `${address}/save`,
      formAddress: address,
      csrf: csrfOf(visit, "save"),
      candidate,
      result,
      isRotation: facts.existing !== undefined,
    }),
  );
}

/** Stand in for the references of secrets that are not kept yet. */
const placeholders = { keyId: "sealed:none", keySecret: "sealed:none", token: "sealed:none" };

async function saveDraft(http: Context, visit: Visit): Promise<Response> {
  const body = await http.req.parseBody();
  if (!isOurs(http, visit, "save", body["csrf"])) return pageResponse(http, forgedPage);
  const draft = draftOf(visit);
  if (!draft) return showForm(http, visit);
  const { candidate, values } = draft;
  const saved = await save(visit, candidate);
  if (saved === "saved")
    return pageResponse(http, savedPage(candidate.name, visit.link.purpose.act === "rotate"));
  if (saved === "used") return pageResponse(http, usedPage(candidate.name));
  const errors = { name: saved.nameProblem };
  return pageResponse(http, formPage({ ...(await formFacts(visit)), values, errors }));
}

/** The form as it is before anybody types in it, or with what was tried last. */
async function formFacts(visit: Visit): Promise<FormFacts> {
  const { context, link, address } = visit;
  const { purpose } = link;
  const existing = purpose.act === "rotate" ? await context.connections.find(purpose.name) : undefined;
  const isFirst = !(await context.connections.list()).some(({ name }) => name === defaultConnection);
  const values = draftOf(visit)?.values ?? emptyForm(isFirst ? defaultConnection : "");
  return { action: `${address}/test`, csrf: csrfOf(visit, "test"), values, existing };
}
