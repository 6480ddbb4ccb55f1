import { AppError } from "../../../lib/errors.ts";

/** What one thing that a connection is for came to when it was tried. */
export interface Finding {
  /** What it is, as a heading: "Costs". */
  area: string;
  /** "lacks": the key may not; "fails": nothing more can be said until that is put right; "untried": nobody knows. */
  outcome: "works" | "lacks" | "fails" | "untried";
  /** What was found and what to do, in sentences; it may hold words of the deployment's own. */
  says: string;
}

/** A thing that works. */
export function works(area: string, says: string): Finding {
  return { area, outcome: "works", says };
}

/** A thing that could not be tried. */
export function untried(area: string, says: string): Finding {
  return { area, outcome: "untried", says };
}

/** A thing that did not work, and why; what is no AppError is a bug, and thrown on. */
export function failed(area: string, error: unknown): Finding {
  if (!(error instanceof AppError) || error.kind === "bug") throw error;
  if (error.unserved) return untried(area, "The deployment does not offer this.");
  const isAnswer = error.operation !== undefined;
  if (isAnswer && (error.kind === "forbidden" || error.kind === "missing")) {
    return { area, outcome: "lacks", says: error.message };
  }
  if (isAnswer && error.kind === "auth") return { area, outcome: "fails", says: refused };
  return { area, outcome: "fails", says: error.message };
}

const refused =
  "The deployment does not know this key (401). Look whether all of it was copied, and whether it is still valid.";
