import type { OwnersPart } from "../owners/index.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { ServicesPart } from "../services/index.ts";
import type { WorkspaceContext } from "../../platform/context.ts";

/** What code of backups may use. */
export type BackupsContext = WorkspaceContext & ConnectionsPart & OwnersPart & ServicesPart;
