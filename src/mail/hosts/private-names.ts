/** Top-level names of private use (RFC 6761, RFC 6762, RFC 8375, ICANN 2024 for internal), and the usual ones beside them. */
const PRIVATE =
  /(?:^|\.)(?:localhost|localdomain|local|internal|lan|intranet|corp|home|home\.arpa|invalid)\.?$/i

/** A name that means something only inside a network: nobody can ask for it or publish records there. */
export function isPrivateName(name: string): boolean {
  return PRIVATE.test(name.slice(-300))
}
