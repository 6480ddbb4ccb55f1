import { html } from "hono/html";
import type { Page } from "../../../platform/http/page.ts";

/** For a link that never was, or whose time is over: which of them is nobody's business. */
export const gonePage: Page = notice(
  "This link is not valid any more",
  "Links are valid for 15 minutes and work once. Type /db connect in Slack for a new one.",
  404,
);

/** For who opened a link that another browser has. */
export const othersPage: Page = notice(
  "This link is open in another browser",
  "It works in the one browser that opened it first. If that was not you, somebody else may have it: type /db connect in Slack for a new one, and tell your admin.",
  403,
);

/** The same where it may be this browser after all, which keeps its session from pages that others lead to. */
export function perhapsOursPage(address: string): Page {
  const body = html`<h1>This link was opened before</h1>
    <p class="lead">It works in the one browser that opened it first. If that is this one, go on here.</p>
    <div class="actions"><a class="button" href="${address}?again">Go on</a></div>`;
  return { title: "This link was opened before", status: 403, body };
}

/** For a form that did not come from our page. */
export const forgedPage: Page = notice(
  "That did not come from this page",
  "Nothing was done. Go back, load the page anew, and send the form again.",
  403,
);

/** For a link that was used up already. */
export function usedPage(name: string): Page {
  return notice(
    "This link was used already",
    `It was used for the connection “${name}”. Type /db connections in Slack to see it, or /db connect for a new link.`,
    410,
  );
}

/** After the connection was kept. */
export function savedPage(name: string, isRotation: boolean): Page {
  const title = isRotation ? "The new key is in use" : `“${name}” is connected`;
  const lead = isRotation
    ? `The connection “${name}” uses the new key from now on.`
    : "Quartermaster keeps the connection from now on. A message in Slack says so as well.";
  const body = html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    <p>
      You can close this window and go back to Slack. There, <code>/db connections</code> shows what is
      connected.
    </p>`;
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
