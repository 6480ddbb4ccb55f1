import { html } from "hono/html";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { formMarkup } from "../../../platform/http/form-html.ts";
import type { Markup, Page } from "../../../platform/http/page.ts";
import type { Connection } from "../connection.ts";
import { type Candidate, mainSecretOf } from "../probe/candidate.ts";
import type { Finding, ProbeResult } from "../probe/probe.ts";
import { hostOf } from "../records.ts";
import { sectionsFor } from "./form.ts";
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

/** The services that can be added, and the form that adds all. */
interface OfferedServices {
  plainText: string;
  /** False if people have to choose. */
  canAddAll: boolean;
  action: string;
  csrf: string;
}

/** After the connection was kept, with the services that can be added. */
export function savedPage(name: string, isRotation: boolean, found: OfferedServices | undefined): Page {
  const title = isRotation ? texts.rotatedTitle : texts.savedTitle(name);
  const lead = isRotation ? texts.rotated(name) : texts.saved;
  const body = html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${found === undefined ? "" : offered(found)}
    <p>You can close this window. In Slack, <code>/db admin connections</code> shows all connections.</p>`;
  return { title, body };
}

function offered({ plainText, canAddAll, action, csrf }: OfferedServices): Markup {
  if (!canAddAll) return html`<p>${plainText} ${texts.chooseInSlack}</p>`;
  return html`<p>${plainText}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="actions"><button type="submit">${texts.addAll}</button></div>
      <p class="help">${texts.chooseInSlack}</p>
    </form>`;
}

/** After all of these were added. */
export function addedPage(says: string): Page {
  return {
    title: texts.addedTitle,
    body: html`<h1>${texts.addedTitle}</h1>
      <p class="lead">${says}</p>
      <p>You can close this window. In Slack, <code>/db services</code> shows all services.</p>`,
  };
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

/** What the page with the form shows. */
export interface ShownForm {
  /** The address that the form posts to. */
  action: string;
  csrf: string;
  /** Without secrets. */
  values: FormValues;
  problems?: readonly FormProblem[];
  /** The last try, which did not work. */
  tried?: ProbeResult;
  /** The connection that gets new credentials. */
  existing?: Connection | undefined;
}

/** The page with the form. Its status is 200 at first, and 422 if something must be mended. */
export function formPage(form: ShownForm): Page {
  const { action, csrf, values, problems = [], tried, existing } = form;
  const title = existing ? texts.rotateTitle(existing.name) : texts.newTitle;
  const isWrong = tried !== undefined || problems.length > 0;
  const body = html`<h1>${title}</h1>
    <p class="lead">${existing ? texts.rotateLead(hostOf(existing)) : texts.newLead}</p>
    ${isWrong ? note(problems, tried) : ""}
    <form method="post" action="${action}" novalidate autocomplete="off">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${formMarkup(sectionsFor(existing), { values, facts: {} }, problems)}
      <div class="actions"><button type="submit">${texts.test}</button></div>
      <p class="help">${texts.testHelp}</p>
    </form>`;
  return { title: isWrong ? texts.notYet(title) : title, status: isWrong ? 422 : 200, body };
}

function note({ length: count }: readonly FormProblem[], tried: ProbeResult | undefined): Markup {
  if (tried) {
    return html`<div class="note bad" role="alert">
      <h2>${texts.doesNotWork}</h2>
      ${findingsMarkup(tried.findings)}
      <p>${texts.typeAgain}</p>
    </div>`;
  }
  return html`<div class="note bad" role="alert">
    <p><b>${texts.checkFields(count)}.</b> ${texts.typeAgain}</p>
  </div>`;
}

const styles: Record<Finding["outcome"], string> = {
  works: "good",
  lacks: "bad",
  fails: "bad",
  untried: "quiet",
};

/** The findings of a try, as markup. */
function findingsMarkup(findings: readonly Finding[]): Markup {
  const items = findings.map(({ area, outcome, says }) => {
    return html`<li>
      <b>${area}: <span class="${styles[outcome]}">${texts.outcomes[outcome]}</span></b
      >${says}
    </li>`;
  });
  return html`<ul class="results">
    ${items}
  </ul>`;
}
