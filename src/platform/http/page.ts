import { hash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { pageStyle } from "./page-style.ts";

/** What hono's `html` makes: HTML in which every value put in is escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** One page of ours. */
export interface Page {
  /** Plain text, which the window shows; the page's own heading is in the body. */
  title: string;
  /** Within `<main>`. */
  body: Markup;
  status?: ContentfulStatusCode;
  /** Origins, beside our own, that the page's forms may lead to, redirects included. */
  formOrigins?: readonly string[];
}

// Whole, since its digest, which the browser checks, counts every space.
const styleElement = `<style>${pageStyle}</style>`;

/** Answers with a page that works without scripts, loads nothing from anywhere, is in no frame, and is kept by nobody. */
export async function pageResponse(
  context: Context,
  { title, body, status = 200, formOrigins = [] }: Page,
): Promise<Response> {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Quartermaster</title>
        <link rel="icon" href="data:," />
        ${raw(styleElement)}
      </head>
      <body>
        <header class="brand">${mark()}<span>Quartermaster</span></header>
        <main>${body}</main>
      </body>
    </html>`;
  return context.body(document.toString(), status, headers(formOrigins));
}

function headers(formOrigins: readonly string[]): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      // A content security policy takes base64 alone.
      `style-src 'sha256-${hash("sha256", pageStyle, "base64")}'`,
      "img-src data:",
      `form-action ${["'self'", ...formOrigins].join(" ")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
}

function mark(): Markup {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
    <ellipse cx="12" cy="5.5" rx="8" ry="3" />
    <path d="M4 5.5v13c0 1.7 3.6 3 8 3s8-1.3 8-3v-13M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3" />
  </svg>`;
}
