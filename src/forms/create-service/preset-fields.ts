import type { ServiceRequest } from "../../cloud/service-request.ts";

/** What a preset keeps of a request: no secret, and nothing that each service has for itself. */
export function presetFieldsOf(request: ServiceRequest): ServiceRequest {
  const { encryptionKey: _key, name: _name, backupId: _backup, ...fields } = request;
  return fields;
}
