import { html } from "hono/html";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { formMarkup } from "../../../platform/http/form-html.ts";
import type { Markup, Page } from "../../../platform/http/page.ts";
import type { Finding, ProbeResult } from "../probe/probe.ts";
import { hostOf } from "../records.ts";
import type { Connection } from "../connection.ts";
import { sectionsFor } from "./form.ts";
import * as texts from "./texts.ts";

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
export function findingsMarkup(findings: readonly Finding[]): Markup {
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
