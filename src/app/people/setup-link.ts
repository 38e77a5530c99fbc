import type { Config } from '../../config/config.ts'

/** The link by which whoever started the service takes it over. */
export function setupLink({ site, evaluation }: Pick<Config, 'site' | 'evaluation'>, code: string): string {
  return `${evaluation ? asLocalhost(site.baseUrl) : site.baseUrl}/setup#t=${code}`
}

/** An evaluation is opened by name: passkeys (WebAuthn) belong to a name, never to an IP address, and who signed in by one of
 * both is not signed in by the other. */
export function asLocalhost(baseUrl: string): string {
  const url = new URL(baseUrl)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return url.origin
}
