import type { Hono } from "hono";
import { objectsPath } from "../../platform/blocks/work-object.ts";

/**
 * The page behind links to services and alerts, for browsers. It is the same for each, because only Slack tells who asks.
 */
export function serveOpenPage(app: Hono): void {
  app.get(`${objectsPath}*`, async (context) => {
    const [{ html }, { pageResponse }] = await Promise.all([
      import("hono/html"),
      import("../../platform/http/page.ts"),
    ]);
    return pageResponse(context, {
      title: "Open it in Slack",
      body: html`<h1>Open it in Slack</h1>
        <p class="lead">This link leads to a database service or an alert of Quartermaster.</p>
        <p>
          Paste it in a Slack message. The card below it has what your channel may see, and a click on the
          card opens the rest for you.
        </p>`,
    });
  });
}
