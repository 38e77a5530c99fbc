import { signMessage } from '../../mail/authentication/dkim/sign.ts'
import type { ZoneLiteral } from '../../net/dns/zone.ts'
import type { Clock } from '../../net/ports.ts'
import type { RandomBytes } from '../../services/ports.ts'
import { demoScenario } from '../../services/samples/dmarc-year/demo.ts'
import {
  createSampleYear,
  type SampleYear,
  type SampleYearDeps,
} from '../../services/samples/dmarc-year/load.ts'
import { createPastLooks, type PastDeps } from '../../services/samples/dmarc-year/past.ts'
import { createSamples, type Samples } from '../../services/samples/samples.ts'
import { DEMO_DOMAIN, DEMO_SELECTOR, demoZone } from '../../services/samples/zone.ts'
import { createSubmitter, SubmitError } from '../../smtp/submit.ts'
import { senderOfHost } from '../aggregates/known-sender.ts'
import { demoKey } from './demo-key.ts'

export interface Demo {
  domain: string
  zone: ZoneLiteral
  /** Samples that are delivered to an SMTP listener on loopback. */
  samples(smtpListener: { host: string; port: number }): Samples
  /** A year of DMARC reports about the demo domain. */
  year(store: SampleYearDeps['store'] & PastDeps['store'], sources: PastDeps['sources']): SampleYear
}

/** The demo domain of evaluation mode: its built-in zone, and samples signed with its key. */
export function openDemo(directory: string, clock: Clock, random: RandomBytes): Demo {
  const { privateKeyPem, publicKey } = demoKey(directory)
  return {
    domain: DEMO_DOMAIN,
    zone: demoZone(DEMO_DOMAIN, { dkimPublicKey: publicKey, selector: DEMO_SELECTOR }),
    samples: (smtpListener) =>
      createSamples({
        clock,
        random,
        domain: DEMO_DOMAIN,
        sign: (raw) => signMessage(raw, { domain: DEMO_DOMAIN, selector: DEMO_SELECTOR, privateKeyPem }),
        submit: (mail) => replyTo(createSubmitter(smtpListener).submit(mail)),
      }),
    year: (store, sources) =>
      createSampleYear({
        store,
        past: createPastLooks({ store, sources }),
        scenario: demoScenario(),
        clock,
        random,
        knownSender: senderOfHost,
      }),
  }
}

/** The reply that decided a submission, a refusal included; without any reply it rejects. */
async function replyTo(submission: Promise<string>): Promise<{ code: number; text: string }> {
  const text = await submission.catch((cause) => {
    if (cause instanceof SubmitError && cause.reply !== undefined) return cause.reply
    throw cause
  })
  return { code: Number.parseInt(text, 10), text }
}
