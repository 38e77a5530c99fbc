import type { Config } from '../../config/config.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { SampleKind } from '../../services/samples/samples.ts'
import { SubmitError } from '../../smtp/submit.ts'
import { systemClock, systemRandom } from '../services.ts'
import { openDemo } from './demo.ts'

/** Delivers a sample of the demo domain to a test address, through the SMTP listener of the running service. */
export async function sendSample(
  config: Config,
  kind: SampleKind,
  address: string,
): Promise<string | undefined> {
  const [smtpListener] = config.smtp.listen
  const { host = '127.0.0.1', port = 25 } = smtpListener ?? {}
  const demo = openDemo(config.store.directory, systemClock, systemRandom)
  const result = await demo
    .samples({ host, port })
    .send(kind, address)
    .catch((cause) => {
      if (cause instanceof SubmitError) return cause.message
      throw cause
    })
  if (typeof result === 'string') return `${result}. Is mailgauge serve running?`
  return result.ok ? undefined : inWords(result.refusal, address)
}

function inWords(refusal: Refusal, address: string): string {
  if (refusal.kind === 'unknown_recipient')
    return `${address} is no test address of this service, or it expired.`
  if (refusal.kind === 'mailbox_full') return `The test of ${address} holds as many messages as it may.`
  return 'The service has no room for further messages.'
}
