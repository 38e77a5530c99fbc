declare module 'dnsbl' {
  /** False also when the list could not be asked, or refuses. */
  export function lookup(
    address: string,
    zone: string,
    options: { servers: string[]; timeout: number },
  ): Promise<boolean>
}
