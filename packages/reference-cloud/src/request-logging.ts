import { refuse } from "./answers.ts";
import type { Middleware } from "./environment.ts";
import { withoutSecrets } from "./request-log.ts";
import type { World } from "./world.ts";

// All 25 request fields with a long access list stay far below this.
const maxBodyBytes = 256 * 1024;

/** Logs every request as it arrives, and its status once it is answered. */
export function logRequest(
  world: World,
  operationName: (method: string, path: string) => string | undefined,
): Middleware {
  return async (context, next) => {
    const { method, path } = context.req;
    const { pathname, search } = new URL(context.req.url);
    const received = {
      at: world.clock.now().toISOString(),
      method,
      path: pathname + search,
      operation: operationName(method, path),
      status: null,
    };
    world.requests.add(received);
    context.set("received", received);
    await next();
    context.get("received").status = context.env.incoming.socket.destroyed ? null : context.res.status;
  };
}

/** Reads the whole body first, and logs it. Responds 413 above the limit, after all of it has arrived. */
export const readBody: Middleware = async (context, next) => {
  const text = await textOf(context.req.raw.body);
  context.set("bodyText", text);
  context.get("received").body = withoutSecrets(text);
  await next();
};

async function textOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeInBytes = 0;
  for await (const chunk of body ?? []) {
    sizeInBytes += chunk.length;
    // Read to the end, because a client that still sends when its connection ends never sees the response.
    if (sizeInBytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (sizeInBytes > maxBodyBytes) refuse(413, `The body may be at most ${maxBodyBytes / 1024} KB.`);
  return Buffer.concat(chunks).toString("utf8");
}
