import { hash } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import { expect, test } from "vitest";
import { pageResponse } from "../../../src/platform/http/page.ts";

async function answer(title: string, text: string) {
  const app = new Hono();
  app.get("/", (context) =>
    pageResponse(context, {
      title,
      body: html`<h1>${text}</h1>`,
      status: 403,
      formOrigins: ["https://x.example"],
    }),
  );
  const response = await app.request("/");
  return { response, document: await response.text() };
}

test("a page escapes every value", async () => {
  const { document } = await answer("</title><script>1</script>", `<img src=x onerror="alert(1)">&'`);
  expect(document).not.toMatch(/<script|<img/);
  expect(document).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;");
});

test("a page's policy allows nothing but its own style, by hash", async () => {
  const { response, document } = await answer("Title", "Text");
  const style = /<style>([^]*?)<\/style>/.exec(document)?.[1] ?? "";
  expect(response.status).toBe(403);
  expect(response.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; img-src data:; form-action 'self' https://x.example; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(document).not.toMatch(/style=|https?:\/\/(?!www\.w3\.org)/);
});

test("a page is not cached, not framed, and sends no referrer", async () => {
  const { response } = await answer("Title", "Text");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
});
