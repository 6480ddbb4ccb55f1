import { z } from "zod";
import { matching, settingFacts } from "./setting.ts";

/** The address of a proxy. As for curl, `proxy.example.com:3128` is one too. */
function proxyUrl() {
  return z
    .string()
    .transform((text) => URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`))
    .refine(
      (url) => url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "",
      "must be the address of a proxy that speaks HTTP, such as http://proxy.example.com:3128.",
    )
    .transform((url) => url ?? undefined)
    .optional();
}

/** Settings of the proxy through which calls leave. */
export const proxySettings = {
  HTTPS_PROXY: proxyUrl().register(settingFacts, {
    about:
      "The proxy for calls to https addresses, with a user and a password if it asks for them. `https_proxy` works too.",
    example: "http://proxy.example.com:3128",
    otherwise: "calls leave without a proxy",
    secret: true,
  }),

  HTTP_PROXY: proxyUrl().register(settingFacts, {
    about: "The proxy for calls to plain http addresses. `http_proxy` works too.",
    example: "http://proxy.example.com:3128",
    otherwise: "calls leave without a proxy",
    secret: true,
  }),

  NO_PROXY: z
    .string()
    .transform((text) =>
      text
        .split(/[\s,]+/)
        .map((entry) => entry.toLowerCase())
        .filter(Boolean),
    )
    .default([])
    .register(settingFacts, {
      about:
        "What is reached without a proxy: names with all names below them, addresses, ranges of addresses, or `*`, comma-separated. `no_proxy` works too.",
      example: ".svc,.cluster.local,10.0.0.0/8,vault.example.com:8200",
      otherwise: "only this machine",
    }),

  PROXY_RESOLVES: matching(/^(yes|no)$/, "must be yes or no.")
    .default("no")
    .register(settingFacts, {
      about:
        "Set it to `yes` if only the proxy can look up names. Then the proxy must refuse private addresses, because the app can't check what people type.",
      example: "yes",
    }),
};

/** The settings that may also be in small letters, as for curl. */
export const proxyNames: readonly string[] = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];
