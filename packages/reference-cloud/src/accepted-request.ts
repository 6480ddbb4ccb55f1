import type { z } from "zod";
import {
  organizationProblems,
  type FieldProblem,
  ServiceRequest,
  serviceRequestProblems,
} from "./contract.ts";
import { refuse } from "./answers.ts";
import { backupHistory, type BackupWorld } from "./backup-history.ts";
import { dataSizeInBytes } from "./data-size.ts";
import type { Organization } from "./organization.ts";
import type { ServiceRecord } from "./service-record.ts";

/** A valid request, with the values that it takes from its backup. */
export interface AcceptedRequest {
  request: ServiceRequest;
  initialSizeInBytes?: number;
}

interface Moment {
  now: Date;
  backups: BackupWorld;
}

/** Checks a create-service body by every rule of src/platform/cloud. A 400 lists each broken one, as `field: message; …`. */
export function acceptedRequest(body: unknown, organization: Organization, at: Moment): AcceptedRequest {
  refuseFor(serviceRequestProblems(body));
  const given = ServiceRequest.parse(body);
  const { services } = organization;
  refuseFor([...unknownWarehouse(given, services), ...unknownBackup(given, services, at)]);

  const original = originalOf(given, services, at);
  refuseFor(organizationProblems(given, knowledge(given, organization, original)));
  if (original === undefined) return { request: given };

  const { region, tier } = original.details;
  const request = { region, tier, ...given };
  refuseFor(serviceRequestProblems(request));
  return { request, initialSizeInBytes: dataSizeInBytes(original, at.now) };
}

/** A body by its schema. A 400 names each problem like those of a creation. */
export function acceptedBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  refuseFor(problems);
  return refuse(400, "The body is invalid.");
}

/** A 400 that lists problems, if there are any. */
export function refuseFor(problems: readonly FieldProblem[]): void {
  if (problems.length === 0) return;
  refuse(
    400,
    problems.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; "),
  );
}

function knowledge(
  { dataWarehouseId }: ServiceRequest,
  { paid, tier }: Organization,
  original?: ServiceRecord,
) {
  return { paid, tier, firstInWarehouse: dataWarehouseId === undefined, backupOrigin: original?.details };
}

function unknownWarehouse(
  { dataWarehouseId }: ServiceRequest,
  services: readonly ServiceRecord[],
): FieldProblem[] {
  if (dataWarehouseId === undefined) return [];
  if (services.some(({ details }) => details.dataWarehouseId === dataWarehouseId)) return [];
  return [{ field: "dataWarehouseId", message: "There is no such data warehouse in this organization" }];
}

function unknownBackup(
  request: ServiceRequest,
  services: readonly ServiceRecord[],
  at: Moment,
): FieldProblem[] {
  if (request.backupId === undefined || originalOf(request, services, at) !== undefined) return [];
  return [{ field: "backupId", message: "There is no such finished backup in this organization" }];
}

/** The service of the request's backup. */
function originalOf(
  { backupId }: ServiceRequest,
  services: readonly ServiceRecord[],
  { now, backups }: Moment,
) {
  if (backupId === undefined) return undefined;
  return services.find((service) =>
    backupHistory(service, now, backups).some(
      ({ id, status }) => id === backupId.toLowerCase() && status === "done",
    ),
  );
}
