import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { type Installing, installPaths } from "./installing.ts";

const name = "qm-install";
// As long as an installation's state is kept.
const lastsSeconds = 600;

/** The cookie that identifies the browser that began an installation. */
export function browserBinding(context: Context, { publicUrl }: Pick<Installing, "publicUrl">) {
  const { protocol, pathname } = new URL(`${publicUrl}${installPaths.callback}`);
  const where = { path: pathname, secure: protocol === "https:" };
  return {
    /** Lax, because Slack redirects back from another site. */
    give: (secret: string) =>
      setCookie(context, name, secret, { ...where, httpOnly: true, sameSite: "Lax", maxAge: lastsSeconds }),
    given: () => getCookie(context, name),
    takeBack: () => void deleteCookie(context, name, where),
  };
}
