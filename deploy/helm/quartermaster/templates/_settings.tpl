{{- define "quartermaster.port" -}}3000{{- end -}}
{{- define "quartermaster.metricsPort" -}}9464{{- end -}}
{{- define "quartermaster.secretsFolder" -}}/var/run/secrets/quartermaster{{- end -}}
{{- define "quartermaster.vaultTokenFolder" -}}/var/run/secrets/vault{{- end -}}

{{- /* The secrets that the app reads from a file, each with the setting that names the file. */ -}}
{{- define "quartermaster.fileSecrets" -}}
CLOUD_KEY_ID: CLOUD_KEY_ID_REF
CLOUD_KEY_SECRET: CLOUD_KEY_SECRET_REF
OBSERVABILITY_TOKEN: OBSERVABILITY_TOKEN_REF
VAULT_TOKEN: VAULT_TOKEN_REF
VAULT_SECRET_ID: VAULT_SECRET_ID_REF
GCP_KEY: GCP_KEY_REF
LLM_KEY: LLM_KEY_REF
REDIS_PASSWORD: REDIS_PASSWORD_REF
REDIS_SENTINEL_PASSWORD: REDIS_SENTINEL_PASSWORD_REF
REDIS_CA: REDIS_CA
REDIS_CERT: REDIS_CERT
REDIS_KEY: REDIS_KEY
{{- end -}}

{{- /* The entries of `secrets` that are in use: null takes one out. */ -}}
{{- define "quartermaster.secretNames" -}}
{{- $names := list -}}
{{- range $name, $entry := .Values.secrets }}{{ if kindIs "map" $entry }}{{ $names = append $names $name }}{{ end }}{{ end -}}
{{- toYaml $names -}}
{{- end -}}

{{- define "quartermaster.secretName" -}}
{{- $entry := default dict (get .root.Values.secrets .name) -}}
{{- default .root.Values.existingSecret $entry.existingSecret -}}
{{- end -}}

{{- define "quartermaster.secretKey" -}}
{{- $entry := default dict (get .root.Values.secrets .name) -}}
{{- default .name $entry.key -}}
{{- end -}}

{{- /* A value as the text that an environment variable holds. Helm reads 1000000 as a fraction. */ -}}
{{- define "quartermaster.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end -}}

{{- /* All environment variables, as a list. */ -}}
{{- define "quartermaster.env" -}}
{{- $root := . -}}
{{- $files := include "quartermaster.fileSecrets" . | fromYaml -}}
- name: PORT
  value: {{ include "quartermaster.port" . | quote }}
- name: METRICS_PORT
  value: {{ include "quartermaster.metricsPort" . | quote }}
{{- if .Values.workspaceFile.configMap }}
- name: WORKSPACE_FILE
  value: /etc/quartermaster/workspace.yaml
{{- end }}
- name: DRAIN_SECONDS
  value: {{ include "quartermaster.text" .Values.drainSeconds | quote }}
{{- range $name, $value := .Values.config }}
{{- $text := include "quartermaster.text" $value }}
{{- if and $text (ne $text "null") }}
- name: {{ $name }}
  value: {{ $text | quote }}
{{- end }}
{{- end }}
{{- if and .Values.config.VAULT_KUBERNETES_ROLE (not .Values.config.VAULT_KUBERNETES_TOKEN_FILE) }}
- name: VAULT_KUBERNETES_TOKEN_FILE
  value: {{ include "quartermaster.vaultTokenFolder" . }}/token
{{- end }}
{{- range $name := include "quartermaster.secretNames" . | fromYamlArray }}
{{- if hasKey $files $name }}
- name: {{ get $files $name }}
  value: file:{{ include "quartermaster.secretsFolder" $ }}/{{ $name }}
{{- else }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ include "quartermaster.secretName" (dict "root" $root "name" $name) }}
      key: {{ include "quartermaster.secretKey" (dict "root" $root "name" $name) }}
{{- end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* The sources of the volume of secrets, as a list. Empty if no secret is a file. */ -}}
{{- define "quartermaster.secretSources" -}}
{{- $root := . -}}
{{- $files := include "quartermaster.fileSecrets" . | fromYaml -}}
{{- range $name := include "quartermaster.secretNames" . | fromYamlArray }}
{{- if hasKey $files $name }}
- secret:
    name: {{ include "quartermaster.secretName" (dict "root" $root "name" $name) }}
    items:
      - key: {{ include "quartermaster.secretKey" (dict "root" $root "name" $name) }}
        path: {{ $name }}
{{- end }}
{{- end }}
{{- end -}}
