import { z } from "zod";

/** A service's name or id as people type it. */
export const ServiceName = z
  .string()
  .trim()
  .min(1, "Say which service.")
  .max(100, "A service's name has at most 100 characters.");
