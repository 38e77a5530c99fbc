/** What is sealed, and whose it is: second factors of people, secrets of webhooks, where destinations lead, passwords of mailboxes. */
export const SECRET_PURPOSES = ['totp', 'webhook', 'target', 'mailbox'] as const
export type SecretPurpose = (typeof SECRET_PURPOSES)[number]

/** Where a sealed value belongs: moved to another place it cannot be opened. */
export interface SecretPlace {
  id: string
  purpose: SecretPurpose
  /** The id of what it is the secret of. */
  ownerId: string
}

/** A secret as the store keeps it. */
export interface SealedSecret extends SecretPlace {
  /** The key that opens it. */
  keyId: string
  value: Uint8Array
}
