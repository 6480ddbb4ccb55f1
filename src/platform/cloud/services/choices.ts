// Every list is from spec/api.md, "Service", in its order.

/** The providers. */
export const providers = ["aws", "gcp", "azure"] as const;

/** The regions of each provider. */
export const regionsByProvider = {
  aws: [
    "ap-northeast-1",
    "ap-south-1",
    "ap-southeast-1",
    "ap-southeast-2",
    "eu-central-1",
    "eu-west-1",
    "eu-west-2",
    "me-central-1",
    "us-east-1",
    "us-east-2",
    "us-west-2",
  ],
  gcp: ["us-east1", "us-central1", "europe-west4", "asia-southeast1"],
  azure: ["eastus", "eastus2", "westus3", "germanywestcentral"],
} as const;

/** Every region of every provider. No region belongs to two providers. */
export const regions = [
  ...regionsByProvider.aws,
  ...regionsByProvider.gcp,
  ...regionsByProvider.azure,
] as const;

/** A service's tier. Deprecated for BASIC, SCALE and ENTERPRISE organizations. */
export const tiers = [
  "development",
  "production",
  "dedicated_high_mem",
  "dedicated_high_cpu",
  "dedicated_standard",
  "dedicated_standard_n2d_standard_4",
  "dedicated_standard_n2d_standard_8",
  "dedicated_standard_n2d_standard_32",
  "dedicated_standard_n2d_standard_128",
  "dedicated_standard_n2d_standard_32_16SSD",
  "dedicated_standard_n2d_standard_64_24SSD",
] as const;

/** How soon a service gets new releases. */
export const releaseChannels = ["slow", "default", "fast"] as const;

/** Instance profiles, for ENTERPRISE organizations. */
export const profiles = [
  "v1-default",
  "v1-highmem-xs",
  "v1-highmem-s",
  "v1-highmem-m",
  "v1-highmem-l",
  "v1-highmem-xl",
  "v1-highcpu-s",
  "v1-highcpu-m",
  "v1-highcpu-l",
  "v1-highcpu-xl",
] as const;

/** The compliance regimes for a new service. */
export const complianceTypes = ["hipaa", "pci"] as const;

/** The only replica sizes in a Bring Your Own Cloud region, in GB. */
export const byocReplicaMemoryGb = [48, 116, 172, 232] as const;

/** The tiers of an organization. They are not the tiers of a service. */
export const organizationTiers = ["BASIC", "SCALE", "ENTERPRISE"] as const;
