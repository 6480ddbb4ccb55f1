import type { Context } from "hono";
import { html } from "hono/html";
import { pageResponse } from "../../../platform/http/page.ts";
import type { Installed } from "./install.ts";
import { type Installing, installPaths } from "./installing.ts";
import * as texts from "./texts.ts";

/** Says what the app does and which scopes it asks for, and links to Slack. */
export function installPage(context: Context, { publicUrl, scopes }: Installing): Promise<Response> {
  return pageResponse(context, {
    title: texts.addTitle,
    body: html`<h1>${texts.addHeading}</h1>
      <p class="lead">${texts.addLead}</p>
      <p><a class="button" href="${publicUrl}${installPaths.start}">${texts.addTitle}</a></p>
      <p class="quiet">${texts.addNext}</p>
      <h2>${texts.scopesHeading}</h2>
      <ul class="results">
        ${scopes.map(
          ({ scope, why, off }) =>
            html`<li>
              <b><code>${scope}</code></b> ${why} ${off === undefined ? "" : texts.optionalScope}
            </li>`,
        )}
      </ul>
      <h2>${texts.limitsHeading}</h2>
      <ul>
        ${texts.limits.map((each) => html`<li>${each}</li>`)}
      </ul>`,
  });
}

/** Says what to do next after an installation. */
export function successPage(context: Context, { slackUrl }: Installing, done: Installed): Promise<Response> {
  const { name, appId, workspaceId, isOrganization, isAgain } = done;
  const target = new URLSearchParams({ app: appId, ...(isOrganization ? {} : { team: workspaceId }) });
  return pageResponse(context, {
    title: texts.installedTitle,
    body: html`<h1>${texts.installedHeading}</h1>
      <p class="lead">
        ${isAgain ? texts.readyAgain : texts.ready}
        <strong>${name}</strong>.
      </p>
      ${isOrganization ? organizationNote : ""}
      <h2>${texts.nextHeading}</h2>
      <ol>
        <li><strong>${texts.openIt}</strong> ${texts.openHow}</li>
        <li>
          <strong>Connect your database cloud:</strong> type <code>/db admin connect</code> anywhere in Slack.
          You get a link to a page where you enter the key, so it never passes through Slack.
        </li>
        <li>
          <strong>Invite it to a channel</strong> where it should post: <code>/invite @Quartermaster</code>.
          Then <code>/db help</code> shows what it can do.
        </li>
      </ol>
      <p class="actions">
        <a class="button" href="${slackUrl}/app_redirect?${target}">${texts.openButton}</a>
      </p>`,
  });
}

const organizationNote = html`<div class="note">
  <p>${texts.wholeOrganization}</p>
</div>`;

/** For a person who did not agree. */
export function declinedPage(context: Context, { publicUrl }: Installing): Promise<Response> {
  return pageResponse(context, {
    title: texts.notInstalled,
    body: html`<h1>${texts.declinedHeading}</h1>
      <p>${texts.declined}</p>
      <p class="actions">
        <a class="button second" href="${publicUrl}${installPaths.page}">${texts.readWhy}</a>
      </p>`,
  });
}

/** Says why an installation failed, and where to start again. */
export function trouble(
  context: Context,
  { publicUrl }: Installing,
  { status, what }: { status: 400 | 500 | 502 | 503; what: string },
): Promise<Response> {
  return pageResponse(context, {
    title: texts.notInstalled,
    status,
    body: html`<h1>${texts.failedHeading}</h1>
      <div class="note bad"><p>${what}</p></div>
      <p class="actions">
        <a class="button" href="${publicUrl}${installPaths.page}">${texts.startAgain}</a>
      </p>`,
  });
}
