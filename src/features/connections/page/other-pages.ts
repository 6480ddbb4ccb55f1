import { html } from "hono/html";
import type { Markup, Page } from "../../../platform/http/page.ts";
import { type Candidate, mainSecretOf } from "../probe/candidate.ts";
import { hostOf } from "../records.ts";
import type { ProbeResult } from "../probe/probe.ts";
import { findingsMarkup } from "./form-page.ts";
import * as texts from "./texts.ts";

/** For an unknown or expired link. The page does not say which. */
export const gonePage: Page = notice(texts.gone.title, texts.gone.text, 404);

/** For a link that another browser has. */
export const othersPage: Page = notice(texts.others.title, texts.others.text, 403);

/** The same if this may be that browser: it sends no session along when another site leads here. */
export function perhapsOursPage(address: string): Page {
  const { title, text, go } = texts.perhapsOurs;
  const body = html`<h1>${title}</h1>
    <p class="lead">${text}</p>
    <div class="actions"><a class="button" href="${address}?again">${go}</a></div>`;
  return { title, status: 403, body };
}

/** For a form that did not come from our page. */
export const forgedPage: Page = notice(texts.forged.title, texts.forged.text, 403);

/** For a link that was used up already. */
export function usedPage(name: string): Page {
  const { title, text } = texts.used(name);
  return notice(title, text, 410);
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
    ? texts.worksPartly
    : texts.works;
  const keep = isRotation ? texts.useKey : texts.save;
  const body = html`<h1>${title}</h1>
    <p class="lead">${whereTo(candidate)}</p>
    <h2>${texts.whatItCanDo}</h2>
    ${findingsMarkup(result.findings)}
    <p class="help">${kept(candidate)}</p>
    <form method="post" action="${facts.saveAction}">
      <input type="hidden" name="csrf" value="${facts.csrf}" />
      <div class="actions">
        <button type="submit">${keep}</button>
        <a class="button second" href="${facts.formAddress}">${texts.changeSomething}</a>
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
  return mainSecretOf(candidate).by === "value" ? texts.keepsValue : texts.keepsReference;
}

/** After the connection was kept. */
export function savedPage(name: string, isRotation: boolean): Page {
  const title = isRotation ? texts.rotatedTitle : texts.savedTitle(name);
  const lead = isRotation ? texts.rotated(name) : texts.saved;
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
