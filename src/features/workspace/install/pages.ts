import type { Context } from "hono";
import { html } from "hono/html";
import { pageResponse } from "../../../platform/http/page.ts";
import type { Installed } from "./install.ts";
import { type Installing, installPaths } from "./installing.ts";

/** Says what the app does and which scopes it asks for, and links to Slack. */
export function installPage(context: Context, { publicUrl, scopes }: Installing): Promise<Response> {
  return pageResponse(context, {
    title: "Add to Slack",
    body: html`<h1>Add Quartermaster to Slack</h1>
      <p class="lead">
        Create database services, list their backups, read their costs, and get their alerts, without leaving
        Slack.
      </p>
      <p><a class="button" href="${publicUrl}${installPaths.start}">Add to Slack</a></p>
      <p class="quiet">
        Slack asks you next whether you agree. A workspace's rules may want an admin to do this.
      </p>
      <h2>What it asks for, and why</h2>
      <ul class="results">
        ${scopes.map(
          ({ scope, why }) =>
            html`<li>
              <b><code>${scope}</code></b> ${why}
            </li>`,
        )}
      </ul>
      <h2>What it does not do</h2>
      <ul>
        <li>
          It reads only what you write to it. In channels it looks for its own messages, by a mark that it
          left in them.
        </li>
        <li>
          No key of your cloud passes through Slack: you give it on a page of ours, or say where it is kept.
        </li>
        <li>
          When you remove the app from Slack, all that was kept of your workspace is deleted within a minute.
        </li>
      </ul>`,
  });
}

/** Says what to do next after an installation. */
export function successPage(context: Context, { slackUrl }: Installing, done: Installed): Promise<Response> {
  const { name, appId, workspaceId, isOrganization, isAgain } = done;
  const target = new URLSearchParams({ app: appId, ...(isOrganization ? {} : { team: workspaceId }) });
  return pageResponse(context, {
    title: "Installed",
    body: html`<h1>Quartermaster is installed</h1>
      <p class="lead">
        ${isAgain ? "It was installed before, so all that was set up is as it was, in" : "It is ready in"}
        <strong>${name}</strong>.
      </p>
      ${isOrganization ? organizationNote : ""}
      <h2>What to do next</h2>
      <ol>
        <li><strong>Open it in Slack.</strong> Its Home shows what there is to do.</li>
        <li>
          <strong>Connect your database cloud:</strong> type <code>/db connect</code> anywhere in Slack. It
          answers with a link to a page that takes the key, so the key never passes through Slack.
        </li>
        <li>
          <strong>Invite it to a channel</strong> where it is to post: <code>/invite @Quartermaster</code>.
          Then <code>/db help</code> shows what it can do.
        </li>
      </ol>
      <p class="actions"><a class="button" href="${slackUrl}/app_redirect?${target}">Open in Slack</a></p>`,
  });
}

const organizationNote = html`<div class="note">
  <p>
    It is installed for the whole organization. An organization admin now chooses the workspaces that have it,
    under Integrations in Slack's organization settings.
  </p>
</div>`;

/** For a person who did not agree. */
export function declinedPage(context: Context, { publicUrl }: Installing): Promise<Response> {
  return pageResponse(context, {
    title: "Not installed",
    body: html`<h1>Nothing was installed</h1>
      <p>
        You chose not to let Quartermaster into your workspace, so nothing was changed and nothing was kept.
      </p>
      <p class="actions">
        <a class="button second" href="${publicUrl}${installPaths.page}">Read what it asks for, and why</a>
      </p>`,
  });
}

/** Says why an installation failed, and where to begin again. */
export function trouble(
  context: Context,
  { publicUrl }: Installing,
  { status, what }: { status: 400 | 500 | 502 | 503; what: string },
): Promise<Response> {
  return pageResponse(context, {
    title: "Not installed",
    status,
    body: html`<h1>This did not work</h1>
      <div class="note bad"><p>${what}</p></div>
      <p class="actions"><a class="button" href="${publicUrl}${installPaths.page}">Begin again</a></p>`,
  });
}
