import { type HclObject, hclBlock, hclComment, hclName, hclString } from "../../../lib/hcl.ts";
import type { KnownService } from "../../connections/index.ts";
import type { KnownDetails } from "../list/details.ts";
import { type TerraformNames, attributesOf } from "./provider.ts";
import * as texts from "./texts.ts";

/** A service with what is known of it. */
export interface ServiceToWrite
  extends Pick<KnownService, "serviceId" | "name" | "connection">, KnownDetails {}

/** A Terraform file: for each service a resource and an import block, and a variable for each secret. */
export function terraformFile(services: readonly ServiceToWrite[], names: TerraformNames): string {
  const taken = new Set<string>();
  const parts = services
    .toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.serviceId.localeCompare(b.serviceId))
    .map((service) => serviceBlocks(service, hclName(service.name, taken), names));
  return (
    [hclComment(texts.fileHead), providerBlock(names), ...parts, hclComment(texts.leftOut), ""]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

/** The provider's name here is the beginning of its resource's type. */
function providerBlock({ source, resource }: TerraformNames): string {
  const [provider = ""] = resource.split("_");
  return `terraform {\n  required_providers {\n    ${provider} = {\n      source = ${hclString(source)}\n    }\n  }\n}`;
}

function serviceBlocks(service: ServiceToWrite, label: string, names: TerraformNames): string {
  const { serviceId, name, connection, details, source } = service;
  const to = { verbatim: `${names.resource}.${label}` };
  const about = hclComment(texts.about(name, connection));
  const importing = hclBlock("import", { to, id: serviceId });
  // Terraform writes the resource of an import itself, and a wrong one would change the service.
  if (source === "none")
    return [`${about}\n${hclComment(texts.unknownService(label))}`, importing].join("\n");
  const secrets = {
    password: variable(`${label}_password`),
    encryptionKey: variable(`${label}_encryption_key`),
  };
  const attributes = attributesOf(details, name, secrets, names);
  const unknown = texts.expected.filter(
    (attribute) => !((names.attributes[attribute] ?? attribute) in attributes),
  );
  const used = Object.values(secrets).filter((secret) => Object.values(attributes).includes(secret));
  const notes = [
    ...(source === "kept" ? [texts.kept] : []),
    ...(unknown.length === 0 ? [] : [texts.unknownAttributes(unknown)]),
  ];
  return [
    ...used.map(({ verbatim }) => variableBlock(verbatim.replace("var.", ""), texts.secretOf(name))),
    [about, ...notes.map(hclComment), importing].join("\n"),
    hclBlock(`resource ${hclString(names.resource)} ${hclString(label)}`, attributes),
  ].join("\n\n");
}

function variable(name: string) {
  return { verbatim: `var.${name}` };
}

function variableBlock(name: string, description: string): string {
  const attributes: HclObject = { description, type: { verbatim: "string" }, sensitive: true };
  return hclBlock(`variable ${hclString(name)}`, attributes);
}
