import type { Hono } from "hono";
import { pictureAt } from "../pictures/picture-address.ts";
import { isAppError } from "../../lib/errors.ts";
import type { Signer } from "../secrets/signer.ts";
import type { KeptPictures } from "../pictures/kept-pictures.ts";

/** What is needed to serve pictures. */
export interface PictureServing {
  picturesOf: (workspaceId: string) => Pick<KeptPictures, "find">;
  signer: Signer;
  now: () => Date;
}

/** Serves pictures at the addresses that we signed, while they last; any other address is not there. */
export function servePictures(app: Hono, { picturesOf, signer, now }: PictureServing): void {
  app.get("/pictures/*", async (context) => {
    const time = now();
    const place = pictureAt(context.req.path, signer, time);
    if (!place) return context.notFound();
    try {
      const png = await picturesOf(place.workspaceId).find(place.id);
      if (!png) return context.notFound();
      const secondsLeft = Math.floor((place.expiresAt.getTime() - time.getTime()) / 1_000);
      return context.body(new Uint8Array(png), 200, {
        "content-type": "image/png",
        "cache-control": `private, max-age=${secondsLeft}`,
        "x-content-type-options": "nosniff",
      });
    } catch (error) {
      if (!isAppError(error, "upstream")) throw error;
      return context.text("The picture cannot be read just now.\n", 503);
    }
  });
}
