import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { type Installing, installPaths } from "./installing.ts";

const name = "qm-install";
// As long as a begun installation is remembered.
const lastsSeconds = 600;

/** What tells the browser that began an installation from all others. */
export function browserBinding(context: Context, { publicUrl }: Pick<Installing, "publicUrl">) {
  const { protocol, pathname } = new URL(`${publicUrl}${installPaths.callback}`);
  const where = { path: pathname, secure: protocol === "https:" };
  return {
    /** Lax: Slack leads back from another site. */
    give: (secret: string) =>
      setCookie(context, name, secret, { ...where, httpOnly: true, sameSite: "Lax", maxAge: lastsSeconds }),
    given: () => getCookie(context, name),
    takeBack: () => void deleteCookie(context, name, where),
  };
}
