import { html } from "hono/html";
import type { Markup, Page } from "../../../platform/http/page.ts";
import { type Candidate, mainSecretOf } from "../probe/candidate.ts";
import { hostOf } from "../records.ts";
import type { ProbeResult } from "../probe/probe.ts";
import { findingsMarkup } from "./form-page.ts";

/** For an unknown or expired link. The page does not say which. */
export const gonePage: Page = notice(
  "This link has expired",
  "Links work once, for 15 minutes. Type /db admin connect in Slack for a new one.",
  404,
);

/** For a link that another browser has. */
export const othersPage: Page = notice(
  "This link is open in another browser",
  "It works only in the browser that opened it first. If that wasn't you, someone else may have it: type /db admin connect in Slack for a new one, and tell your admin.",
  403,
);

/** The same if this may be that browser: it sends no session along when another site leads here. */
export function perhapsOursPage(address: string): Page {
  const body = html`<h1>This link was opened before</h1>
    <p class="lead">It works only in the browser that opened it first. If that is this one, continue.</p>
    <div class="actions"><a class="button" href="${address}?again">Continue</a></div>`;
  return { title: "This link was opened before", status: 403, body };
}

/** For a form that did not come from our page. */
export const forgedPage: Page = notice(
  "That did not come from this page",
  "I didn't do anything. Go back, reload the page, and send the form again.",
  403,
);

/** For a link that was used up already. */
export function usedPage(name: string): Page {
  return notice(
    "This link is already used",
    `It was used for the connection “${name}”. Type /db admin connections in Slack to see it, or /db admin connect for a new link.`,
    410,
  );
}

/** What the page after a test that found something shows. */
interface ResultFacts {
  saveAction: string;
  /** Back to the form. */
  formAddress: string;
  csrf: string;
  candidate: Candidate;
  result: ProbeResult;
  isRotation: boolean;
}

/** What the key can do, and the button that keeps the connection. */
export function resultPage({ candidate, result, isRotation, ...facts }: ResultFacts): Page {
  const title = result.findings.some(({ outcome }) => outcome === "lacks" || outcome === "fails")
    ? "It works partly"
    : "It works";
  const keep = isRotation ? "Use the new key" : "Save the connection";
  const body = html`<h1>${title}</h1>
    <p class="lead">${whereTo(candidate)}</p>
    <h2>What this key can do</h2>
    ${findingsMarkup(result.findings)}
    <p class="help">${kept(candidate)}</p>
    <form method="post" action="${facts.saveAction}">
      <input type="hidden" name="csrf" value="${facts.csrf}" />
      <div class="actions">
        <button type="submit">${keep}</button>
        <a class="button second" href="${facts.formAddress}">Change something</a>
      </div>
    </form>`;
  return { title, body };
}

function whereTo(candidate: Candidate): Markup {
  const { kind, name } = candidate;
  const host = html`<code>${hostOf(candidate)}</code>`;
  if (kind === "standalone") return html`“${name}” leads to the observability server at ${host}.`;
  return html`“${name}” leads to the organization <code>${candidate.organizationId}</code> at ${host}.`;
}

function kept(candidate: Candidate): string {
  return mainSecretOf(candidate).by === "value"
    ? "Nothing is saved yet. When you save, the key is stored encrypted, or in the secret manager that the operator of Quartermaster chose."
    : "Nothing is saved yet. When you save, only the reference is stored. The secret stays where it is.";
}

/** After the connection was kept. */
export function savedPage(name: string, isRotation: boolean): Page {
  const title = isRotation ? "The new key is in use" : `“${name}” is connected`;
  const lead = isRotation
    ? `The connection “${name}” now uses the new key.`
    : "I saved the connection, and sent you a message in Slack.";
  const body = html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    <p>You can close this window. In Slack, <code>/db admin connections</code> shows all connections.</p>`;
  return { title, body };
}

/** A page that says one thing and what to do. */
export function notice(title: string, text: string, status: Page["status"]): Page {
  return {
    title,
    status,
    body: html`<h1>${title}</h1>
      <p class="lead">${text}</p>`,
  };
}
