import type { Config } from '../../config/config.ts'

/** The link by which whoever started the service takes it over. */
export function setupLink({ site }: Pick<Config, 'site'>, code: string): string {
  return `${site.baseUrl}/setup#t=${code}`
}
