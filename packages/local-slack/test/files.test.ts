import { expect, test } from "vitest";
import { channelId, tinyApp, type TinyApp } from "./tiny-app.ts";

const picture = new Uint8Array([137, 80, 78, 71]);

async function uploaded(app: TinyApp, filename = "costs.png"): Promise<string> {
  const announced = await app.call("files.getUploadURLExternal", {
    filename,
    length: picture.byteLength,
  });
  const response = await fetch(String(announced.upload_url), { method: "POST", body: picture });
  expect(response.status).toBe(200);
  return String(announced.file_id);
}

test("an image block shows an uploaded picture by its id after the upload is complete", async () => {
  await using app = await tinyApp();
  const id = await uploaded(app);
  const blocks = [{ type: "image", slack_file: { id }, alt_text: "Costs" }];
  const post = (): Promise<unknown> =>
    app.call("chat.postMessage", { channel: "#databases", text: "costs", blocks });
  await expect(post()).resolves.toMatchObject({ ok: false, error: "invalid_blocks" });
  await app.call("files.completeUploadExternal", { files: [{ id, title: "Costs" }] });
  await expect(post()).resolves.toMatchObject({ ok: true });
  const [shown] = (await app.ada.waitForMessage("databases", "costs")).blocks ?? [];
  const { image_url: address } = Object(shown);
  const served = await fetch(address);
  expect(served.headers.get("content-type")).toBe("image/png");
  expect(await served.bytes()).toEqual(picture);
});

test("an upload may be a form, and must have the announced length", async () => {
  await using app = await tinyApp();
  const announced = await app.call("files.getUploadURLExternal", { filename: "a.csv", length: 3 });
  const send = async (content: string): Promise<number> => {
    const body = new FormData();
    body.set("file", new Blob([content]), "a.csv");
    return (await fetch(String(announced.upload_url), { method: "POST", body })).status;
  };
  expect(await send("four")).toBe(400);
  expect(await send("abc")).toBe(200);
});

test("a file completed with a channel is shared there", async () => {
  await using app = await tinyApp();
  const id = await uploaded(app);
  const channel_id = channelId(app.slack, "databases");
  await app.call("files.completeUploadExternal", {
    files: [{ id, title: "Costs" }],
    channel_id,
    initial_comment: "Look",
  });
  await expect(app.ada.waitForMessage("databases", "Look")).resolves.toMatchObject({
    blocks: [
      { type: "section", text: { text: "Look" } },
      { type: "image", alt_text: "Costs", image_url: expect.stringContaining(id) },
    ],
  });
});

test("a shared file that is not a picture is a link to its bytes", async () => {
  await using app = await tinyApp();
  const id = await uploaded(app, "costs & more.csv");
  const channel_id = channelId(app.slack, "databases");
  await app.call("files.completeUploadExternal", {
    files: [{ id, title: "Costs <all>" }],
    channel_id,
    initial_comment: "Every row",
  });
  const { blocks } = await app.ada.waitForMessage("databases", "Every row");
  const shown = JSON.stringify(blocks?.at(1));
  expect(shown).toContain("|Costs &lt;all&gt;> (costs &amp; more.csv)");
  const [address = ""] = /http[^|]+/.exec(shown) ?? [];
  const served = await fetch(address);
  expect(served.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''costs%20%26%20more.csv",
  );
  expect(await served.bytes()).toEqual(picture);
});

test("an image block refuses a file that is not a picture, in ephemeral messages too", async () => {
  await using app = await tinyApp();
  const id = await uploaded(app, "costs.csv");
  await app.call("files.completeUploadExternal", { files: [{ id }] });
  const said = {
    channel: channelId(app.slack, "databases"),
    text: "costs",
    blocks: [{ type: "image", slack_file: { id }, alt_text: "Costs" }],
  };
  const refusal = { ok: false, error: "invalid_blocks" };
  expect(await app.call("chat.postMessage", said)).toMatchObject(refusal);
  expect(await app.call("chat.postEphemeral", { ...said, user: app.ada.id })).toMatchObject(refusal);
});

test("files.info returns complete files only", async () => {
  await using app = await tinyApp();
  const id = await uploaded(app);
  await expect(app.call("files.info", { file: id })).resolves.toEqual({ ok: false, error: "file_not_found" });
  await app.call("files.completeUploadExternal", { files: JSON.stringify([{ id }]) });
  await expect(app.call("files.info", { file: id })).resolves.toMatchObject({
    file: { mimetype: "image/png", size: 4 },
  });
});

test("a file that was never uploaded cannot be completed", async () => {
  await using app = await tinyApp();
  const { file_id: id } = await app.call("files.getUploadURLExternal", { filename: "a.png", length: 1 });
  const answer = await app.call("files.completeUploadExternal", { files: [{ id }] });
  expect(answer).toEqual({ ok: false, error: "file_not_found" });
});
