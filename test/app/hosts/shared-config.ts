import { join } from 'node:path'
import { joinHosts } from '../../../src/app/services.ts'
import type { Config } from '../../../src/config/config.ts'
import { configOf } from '../../config/loading.ts'

type StoreConfig = Config['store']

/** A config whose store is a PostgreSQL database of the test. */
export function over(config: Config, url: string, more: Partial<StoreConfig> = {}): Config {
  return { ...config, store: { ...config.store, url, tls: 'disable', ...more } }
}

/** The config of a host with a data directory of its own. */
export function hostConfig(directory: string, url: string, more: Partial<StoreConfig> = {}): Config {
  const own = configOf(
    `[smtp]\ndomain = "in.example.com"\n[store]\ndirectory = "${directory}"\n[secrets]\nkey_path = "${join(directory, 'secrets.key')}"\n[host]\nname = "mx1"\n`,
  )
  return over(own, url, more)
}

/** Other tests of this process go by their own host and time again. */
export const leaveHosts = (): void => joinHosts('local')
