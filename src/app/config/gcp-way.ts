interface Environment {
  GCP_PROJECT?: string | undefined;
  GCP_KEY_REF?: string | undefined;
  GCP_ENDPOINT_URL: string;
  GCP_METADATA_URL: string;
}

/** The way to Google Cloud's Secret Manager. */
export function gcpOf({
  GCP_PROJECT: project,
  GCP_KEY_REF: keyRef,
  GCP_ENDPOINT_URL: endpointUrl,
  GCP_METADATA_URL: metadataUrl,
}: Environment) {
  return Object.freeze({ project, keyRef, endpointUrl, metadataUrl });
}
