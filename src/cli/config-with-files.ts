import type { Config } from '../config/config.ts'
import type { NotLoaded, Setting } from '../config/load.ts'
import { configFor, type Invocation } from './command.ts'

type Checked =
  | { ok: true; config: Config; file?: string; settings: readonly Setting[]; remarks: readonly string[] }
  | { ok: false; problems: readonly string[]; nearly: NotLoaded['nearly'] }

/** The config with the certificates and keys that it names: everything that is wrong with any of them, at once. */
export async function configWithFiles(invocation: Invocation): Promise<Checked> {
  const loaded = await configFor(invocation)
  const smtp = loaded.ok ? loaded.config.smtp : loaded.smtp
  const { readConfiguredTls } = await import('../app/tls.ts')
  const tls = smtp && readConfiguredTls(smtp, invocation.io.now())
  const fault = tls?.fault === undefined ? [] : [tls.fault]
  if (!loaded.ok) return { ok: false, problems: [...loaded.problems, ...fault], nearly: loaded.nearly }
  const { config, file, settings } = loaded
  const { relayProblems } = await import('../app/relay/open-relay.ts')
  const problems = [...fault, ...relayProblems(config)]
  if (problems.length > 0) {
    const nearly = { config, settings: [...settings], doubtful: [], ...(file !== undefined && { file }) }
    return { ok: false, problems, nearly }
  }
  return { ok: true, config, settings, ...(file !== undefined && { file }), remarks: tls?.remarks ?? [] }
}
