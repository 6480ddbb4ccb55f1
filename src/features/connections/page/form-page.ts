import { html } from "hono/html";
import { plural } from "../../../lib/text.ts";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { formMarkup } from "../../../platform/http/form-html.ts";
import type { Markup, Page } from "../../../platform/http/page.ts";
import type { Finding, ProbeResult } from "../probe/probe.ts";
import { type Connection, hostOf } from "../records.ts";
import { sectionsFor } from "./form.ts";

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
  const title = existing ? `A new key for ${existing.name}` : "Connect a deployment";
  const isWrong = tried !== undefined || problems.length > 0;
  const body = html`<h1>${title}</h1>
    <p class="lead">${existing ? rotateLead(existing) : newLead}</p>
    ${isWrong ? note(problems, tried) : ""}
    <form method="post" action="${action}" novalidate autocomplete="off">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${formMarkup(sectionsFor(existing), { values, facts: {} }, problems)}
      <div class="actions"><button type="submit">Test the connection</button></div>
      <p class="help">Testing only reads. Nothing is kept before you say so on the next page.</p>
    </form>`;
  return { title: isWrong ? `Not yet: ${title}` : title, status: isWrong ? 422 : 200, body };
}

const newLead =
  "Tell Quartermaster where your database cloud or observability server is, and which key to use. What you type goes straight to Quartermaster, and never through Slack.";

function rotateLead(existing: Connection): string {
  return `It leads to ${hostOf(existing)}. The new key takes the place of the old one once it is tested and kept.`;
}

function note({ length: count }: readonly FormProblem[], tried: ProbeResult | undefined): Markup {
  const again = "Secrets are never sent back to this page, so please type them again.";
  if (tried) {
    return html`<div class="note bad" role="alert">
      <h2>It does not work like this</h2>
      ${findingsMarkup(tried.findings)}
      <p>${again}</p>
    </div>`;
  }
  const what = `Check ${plural(count, "field")}`;
  return html`<div class="note bad" role="alert">
    <p><b>${what}.</b> ${again}</p>
  </div>`;
}

const words: Record<Finding["outcome"], { label: string; findingText: string }> = {
  works: { label: "works", findingText: "good" },
  lacks: { label: "the key may not", findingText: "bad" },
  fails: { label: "does not work", findingText: "bad" },
  untried: { label: "not tried", findingText: "quiet" },
};

/** The findings of a try, as markup. */
export function findingsMarkup(findings: readonly Finding[]): Markup {
  const items = findings.map(({ area, outcome, says }) => {
    const { label, findingText } = words[outcome];
    return html`<li>
      <b>${area}: <span class="${findingText}">${label}</span></b
      >${says}
    </li>`;
  });
  return html`<ul class="results">
    ${items}
  </ul>`;
}
