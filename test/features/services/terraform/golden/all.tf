# Made by Quartermaster from what the cloud shows. No secret is in it: give each variable its value.
# Run `terraform plan` first. It should show imports and no other change.

terraform {
  required_providers {
    cloud = {
      source = "example/cloud"
    }
  }
}

# 9 lives (connection default)
# The cloud doesn't show this service, so its settings are unknown.
# `terraform plan -generate-config-out=_9_lives.tf` writes them.
import {
  to = cloud_service._9_lives
  id = "3e9c"
}

variable "billing_password" {
  description = "A secret of billing"
  type        = string
  sensitive   = true
}

# billing (connection default)
# The cloud doesn't show this service now. These are its settings when it was created.
# Unknown here, so left out: ip_access_list.
import {
  to = cloud_service.billing
  id = "2d8b"
}

resource "cloud_service" "billing" {
  name                = "billing"
  cloud_provider      = "gcp"
  region              = "us-east1"
  min_total_memory_gb = 24
  max_total_memory_gb = 48
  idle_scaling        = false
  password            = var.billing_password
}

# Orders (prod) (connection default)
# Unknown here, so left out: idle_scaling and ip_access_list.
import {
  to = cloud_service.orders_prod
  id = "1c7a"
}

resource "cloud_service" "orders_prod" {
  name                 = "Orders (prod)"
  cloud_provider       = "aws"
  region               = "eu-west-1"
  data_warehouse_id    = "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10"
  is_readonly          = true
  num_replicas         = 1
  private_endpoint_ids = ["vpce-1", "vpce-2"]
}

variable "orders_prod_2_password" {
  description = "A secret of orders prod"
  type        = string
  sensitive   = true
}

variable "orders_prod_2_encryption_key" {
  description = "A secret of orders prod"
  type        = string
  sensitive   = true
}

# orders prod (connection default)
import {
  to = cloud_service.orders_prod_2
  id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10"
}

resource "cloud_service" "orders_prod_2" {
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
  encryption_key = var.orders_prod_2_encryption_key
  password       = var.orders_prod_2_password
}

# Left out: dashboards and alert rules, because servers have no common resource for them, and databases, users and data.
