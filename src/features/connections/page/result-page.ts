import { html } from "hono/html";
import { type Candidate, hostOf } from "../probe/candidate.ts";
import type { ProbeResult } from "../probe/probe.ts";
import type { Markup, Page } from "../../../platform/http/page.ts";
import { findingsMarkup } from "./findings.ts";

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
    ? "It works in part"
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
  const secret = candidate.kind === "managed" ? candidate.keySecret : candidate.token;
  return secret.by === "value"
    ? "Nothing is kept yet. When you save, the key is kept encrypted, or in the secret manager that the operator of Quartermaster chose."
    : "Nothing is kept yet. When you save, the reference is kept, and the secret stays where it is.";
}
