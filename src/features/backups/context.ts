import type { WorkspaceContext } from "../../platform/context.ts";
import type { ConnectionsPart } from "../connections/context.ts";
import type { ServicesPart } from "../services/context.ts";

/** What code of backups may use. */
export type BackupsContext = WorkspaceContext & ConnectionsPart & ServicesPart;
