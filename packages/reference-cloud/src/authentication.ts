import { hash, timingSafeEqual } from "node:crypto";
import { refuse } from "./answers.ts";
import type { Middleware } from "./environment.ts";
import type { Organization } from "./organization.ts";
import type { World } from "./world.ts";

/** Lets a request with a seeded organization's key in Basic authentication pass. Responds 401 otherwise. */
export function authenticate(world: World): Middleware {
  return async (context, next) => {
    const organization = organizationOf(world.organizations, context.req.header("authorization"));
    if (organization === undefined) {
      context.header("WWW-Authenticate", 'Basic realm="management API"');
      refuse(401, "The key ID or the key secret is wrong, or missing.");
    }
    context.set("organization", organization);
    context.get("received").keyOf = organization.id;
    await next();
  };
}

/** Responds 403 if the organization in the path is not the key's. */
export const ownOrganizationOnly: Middleware = async (context, next) => {
  if (context.req.param("organizationId")?.toLowerCase() !== context.get("organization").id) {
    refuse(403, "The key does not give access to this organization.");
  }
  await next();
};

function organizationOf(organizations: readonly Organization[], header = ""): Organization | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1] ?? "";
  const given = Buffer.from(encoded, "base64").toString("utf8");
  return organizations.find(({ keyId, keySecret }) => sameText(given, `${keyId}:${keySecret}`));
}

/** Compares two texts in constant time. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}
