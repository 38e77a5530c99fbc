import type { Config } from '../config/config.ts'
import type { Refusal } from '../core/refusal.ts'
import type { SampleKind } from '../services/samples/samples.ts'
import { openDemo } from './demo.ts'
import { systemClock, systemRandom } from './services.ts'

/** Delivers a sample of the demo domain to a test address, through the SMTP door of the running service. */
export async function sendSample(
  config: Config,
  kind: SampleKind,
  address: string,
): Promise<Refusal | undefined> {
  const [door] = config.smtp.listen
  const { host = '127.0.0.1', port = 25 } = door ?? {}
  const demo = openDemo(config.store.directory, systemClock, systemRandom)
  const result = await demo.samples({ host, port }).send(kind, address)
  return result.ok ? undefined : result.refusal
}
