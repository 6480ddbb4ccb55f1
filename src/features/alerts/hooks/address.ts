/** Where a sender posts a hook's alerts to. */
export function hookAddress(publicUrl: string, hookId: string): string {
  return `${publicUrl}/hooks/${hookId}`;
}

/** The same for senders that cannot set headers: who has this address has the secret. */
export function hookAddressWithSecret(publicUrl: string, hookId: string, secret: string): string {
  return `${hookAddress(publicUrl, hookId)}/${encodeURIComponent(secret)}`;
}
