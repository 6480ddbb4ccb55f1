import { Hono } from "hono";
import { remember } from "./activity.ts";
import { completeFile, isPicture, mediaType, receiveFile } from "./files.ts";
import { isJsonObject } from "./json.ts";
import { readJson } from "./read-json.ts";
import { pageRoutes } from "./page-api/routes.ts";
import type { PageFiles } from "./page-api/static.ts";
import { SlackRefusal } from "./refusal.ts";
import { answerResponseUrl } from "./response-urls.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import type { Slack } from "./slack.ts";
import { webApiRoutes } from "./web-api/routes.ts";

/** Everything the local Slack serves over HTTP. */
export function slackRoutes(slack: Slack, page: PageFiles | undefined): Hono {
  const app = new Hono()
    .route("/api", webApiRoutes(slack))
    .route("/oauth/v2/authorize", oauthRoutes(slack))
    .route("/page", pageRoutes(slack))
    .route("/response", responseUrlRoutes(slack))
    .route("/", fileRoutes(slack));
  if (page) app.get("/*", page.serve);
  app.onError((error, context) => {
    if (error instanceof SlackRefusal) return context.json(error.answer, statusOf(error));
    console.error(error);
    return context.json({ ok: false, error: "internal_error" }, 500);
  });
  return app;
}

function responseUrlRoutes({ workspace }: Slack): Hono {
  return new Hono().post("/:key", async (context) => {
    const body = await readJson(context.req);
    const entry = { kind: "call", at: workspace.now(), method: "response_url" } as const;
    const asked = isJsonObject(body) ? body : {};
    try {
      answerResponseUrl(workspace, context.req.param("key"), body);
    } catch (error) {
      if (error instanceof SlackRefusal)
        remember(workspace, { ...entry, arguments: asked, status: statusOf(error), answer: error.answer });
      throw error;
    }
    remember(workspace, { ...entry, arguments: asked, status: 200, answer: "ok" });
    return context.text("ok");
  });
}

function fileRoutes({ workspace }: Slack): Hono {
  return new Hono()
    .post("/upload/:key", async (context) => {
      const content = await uploadedBytes(context.req.raw);
      receiveFile(workspace, context.req.param("key"), content);
      return context.text(`OK - ${content.byteLength}`);
    })
    .get("/files/:id/:name", (context) => {
      const file = completeFile(workspace, context.req.param("id"));
      const name = encodeURIComponent(file.name);
      const shown = isPicture(file) ? "inline" : `attachment; filename*=UTF-8''${name}`;
      const headers = { "content-type": mediaType(file), "content-disposition": shown };
      return new Response(file.content, { headers });
    });
}

/** The bytes of an upload, sent raw or as a form's only file. */
async function uploadedBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
  if (!isForm) return new Uint8Array(await request.arrayBuffer());
  const parts = [...(await request.formData()).values()];
  const file = parts.find((part) => part instanceof File);
  if (!file) throw new SlackRefusal("no_file_data");
  return new Uint8Array(await file.arrayBuffer());
}

/** Outside the Web API Slack's refusals have HTTP statuses. Unknown addresses and files are 404. */
function statusOf({ error }: SlackRefusal): 400 | 404 {
  return ["used_url", "expired_url", "file_not_found", "message_not_found"].includes(error) ? 404 : 400;
}
