# Made by Quartermaster from what the cloud shows. No secret is in it: give each variable its value.
# Run `terraform plan` first. It should show imports and no other change.

terraform {
  required_providers {
    cloud = {
      source = "example/cloud"
    }
  }
}

variable "orders_prod_password" {
  description = "A secret of orders prod"
  type        = string
  sensitive   = true
}

variable "orders_prod_encryption_key" {
  description = "A secret of orders prod"
  type        = string
  sensitive   = true
}

# orders prod (connection default)
import {
  to = cloud_service.orders_prod
  id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10"
}

resource "cloud_service" "orders_prod" {
  name                  = "orders prod"
  cloud_provider        = "aws"
  region                = "eu-west-1"
  tier                  = "production"
  num_replicas          = 3
  min_replica_memory_gb = 16
  max_replica_memory_gb = 64
  idle_scaling          = true
  idle_timeout_minutes  = 15
  ip_access_list = [
    {
      source      = "10.0.0.0/8"
      description = "office $${var.password}"
    },
    {
      source = "192.0.2.7"
    },
  ]
  encryption_key = var.orders_prod_encryption_key
  password       = var.orders_prod_password
}

# Left out: dashboards and alert rules, because servers have no common resource for them, and databases, users and data.
