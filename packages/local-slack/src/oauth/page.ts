import { html } from "hono/html";
import type { SlackRefusal } from "../refusal.ts";
import type { Workspace } from "../workspace.ts";
import type { Asked } from "./asked.ts";
import { scopeWords } from "./scope-words.ts";

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; color: #1d1c1d; background: #fff }
h1 { font-size: 1.5rem } label, fieldset { display: block; margin: 1rem 0 } button { font: inherit; padding: .5rem 1.5rem; margin-right: .5rem }
`;

/** Slack's page that asks a person to allow the app in the team. */
export function authorizePage(workspace: Workspace, asked: Asked) {
  const { app, team } = workspace;
  const required = asked.scopes.filter((scope) => !asked.optional.includes(scope));
  return page(
    `${app.name} is requesting permission to access the ${team.name} workspace`,
    html`<p>What will ${app.name} be able to do?</p>
      <ul>
        ${required.map((scope) => html`<li>${scopeWords[scope]} <small>(${scope})</small></li>`)}
      </ul>
      <form method="post">
        ${optionalField(asked)} ${personField(workspace)} ${placeField(workspace)}
        <button name="answer" value="allow">Allow</button>
        <button name="answer" value="cancel">Cancel</button>
      </form>`,
  );
}

/** Slack's page about an invalid authorize address. */
export function refusalPage({ error, message }: SlackRefusal) {
  return page(
    "Something went wrong when authorizing this app.",
    html`<p>${message}</p>
      <p>Error details: <code>${error}</code></p>`,
  );
}

/** What the person may refuse, all allowed at first. */
function optionalField({ optional }: Asked) {
  if (optional.length === 0) return "";
  return html`<fieldset>
    <legend>Optional permissions</legend>
    <input type="hidden" name="chooses" value="yes" />
    ${optional.map(
      (scope) =>
        html`<label
          ><input type="checkbox" name="optional" value="${scope}" checked /> ${scopeWords[scope]}
          <small>(${scope})</small></label
        >`,
    )}
  </fieldset>`;
}

function personField({ people }: Workspace) {
  const persons = [...people.values()].filter(({ isBot }) => !isBot);
  return html`<label
    >You are
    <select name="user">
      ${persons.map(({ id, realName }) => html`<option value="${id}">${realName}</option>`)}
    </select></label
  >`;
}

/** In an organization, the installation may be for all of it. */
function placeField({ team, enterprise }: Workspace) {
  if (!enterprise) return "";
  return html`<fieldset>
    <legend>Install to</legend>
    <label><input type="radio" name="place" value="team" checked /> ${team.name}</label>
    <label><input type="radio" name="place" value="organization" /> ${enterprise.name}, all of it</label>
  </fieldset>`;
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
}
