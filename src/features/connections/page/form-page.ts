import { html } from "hono/html";
import { hostOf } from "../probe/candidate.ts";
import { plural } from "../../../lib/text.ts";
import type { Connection } from "../records.ts";
import type { Markup, Page } from "../../../platform/http/page.ts";
import { findingsMarkup } from "./findings.ts";
import { type FormFacts, kindAndPlace, secrets } from "./form-parts.ts";

/** The page with the form: 200 at first, 422 where something is to be put right. */
export function formPage(facts: FormFacts): Page {
  const { errors = {}, tried, existing } = facts;
  const title = existing ? `A new key for ${existing.name}` : "Connect a deployment";
  const isWrong = tried !== undefined || Object.keys(errors).length > 0;
  return {
    title: isWrong ? `Not yet: ${title}` : title,
    status: isWrong ? 422 : 200,
    body: body(title, facts),
  };
}

function body(title: string, facts: FormFacts): Markup {
  const { action, csrf, existing } = facts;
  return html`<h1>${title}</h1>
    <p class="lead">${existing ? rotateLead(existing) : newLead}</p>
    ${problems(facts)}
    <form method="post" action="${action}" novalidate autocomplete="off">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${existing ? kindOf(existing) : kindAndPlace(facts)} ${secrets(facts)}
      <div class="actions"><button type="submit">Test the connection</button></div>
      <p class="help">Testing only reads. Nothing is kept before you say so on the next page.</p>
    </form>`;
}

const newLead =
  "Tell Quartermaster where your database cloud or observability server is, and which key to use. What you type goes straight to Quartermaster, and never through Slack.";

function rotateLead(existing: Connection): string {
  return `It leads to ${hostOf(existing)}. The new key takes the place of the old one once it is tested and kept.`;
}

function problems({ errors = {}, tried }: FormFacts): Markup | string {
  const count = Object.keys(errors).length;
  const again = "Secrets are never sent back to this page, so please type them again.";
  if (tried) {
    return html`<div class="note bad" role="alert">
      <h2>It does not work like this</h2>
      ${findingsMarkup(tried.findings)}
      <p>${again}</p>
    </div>`;
  }
  if (count === 0) return "";
  const what = count === 1 ? "One field is to be put right" : `${plural(count, "field")} are to be put right`;
  return html`<div class="note bad" role="alert">
    <p><b>${what}.</b> ${again}</p>
  </div>`;
}

function kindOf({ kind }: Connection): Markup {
  return html`<input type="hidden" name="kind" value="${kind}" />`;
}
