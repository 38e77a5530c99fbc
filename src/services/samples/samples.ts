import { granted, type Result, refused } from '../../core/refusal.ts'
import type { Clock, RandomBytes } from '../ports.ts'
import { badSample, cleanSample } from './messages.ts'
import { sampleReports } from './reports.ts'

export type SampleKind = 'clean' | 'bad'

/** A message on its way to the service's own SMTP listener. */
export interface OutgoingMail {
  from: string
  to: string
  helo: string
  raw: Uint8Array
  startTls: boolean
}

interface SamplesDeps {
  /** Puts the demo domain's DKIM signature before the message. */
  sign(raw: Uint8Array): Promise<Uint8Array> | Uint8Array
  /** Hands a message to the SMTP listener; resolves to the reply that decided it. */
  submit(mail: OutgoingMail): Promise<{ code: number; text: string }>
  clock: Clock
  random: RandomBytes
  /** The demo domain. */
  domain: string
}

/** Delivers built-in messages, in evaluation mode only. */
export interface Samples {
  /** Resolves when the SMTP listener has taken the message, or refused it. */
  send(kind: SampleKind, address: string): Promise<Result<void>>
  /** The same of a mail with DMARC reports about the demo domain, to a reports address. */
  sendReports(address: string): Promise<Result<void>>
}

export function createSamples({ sign, submit, clock, random, domain }: SamplesDeps): Samples {
  const factsFor = (to: string) => ({
    domain,
    to,
    now: clock.now(),
    id: Buffer.from(random(12)).toString('hex'),
  })

  /** As a well-run sender sends it. */
  async function signed(unsigned: Uint8Array, to: string): Promise<OutgoingMail> {
    const raw = await sign(unsigned)
    return { from: `bounces@${domain}`, to, helo: `mail.${domain}`, raw, startTls: true }
  }

  async function compose(kind: SampleKind, to: string): Promise<OutgoingMail> {
    const facts = factsFor(to)
    if (kind === 'bad') {
      // In the open, under a name that any host may call itself.
      return {
        from: `prize-office@bad.${domain}`,
        to,
        helo: 'localhost',
        raw: badSample(facts),
        startTls: false,
      }
    }
    return signed(cleanSample(facts), to)
  }

  async function deliver(mail: OutgoingMail): Promise<Result<void>> {
    const { code, text } = await submit(mail)
    if (code >= 200 && code < 300) return granted(undefined)
    if (code === 550) return refused({ kind: 'unknown_recipient' })
    if (code === 451) return refused({ kind: 'mail_not_taken' })
    if (code === 452) return refused({ kind: text.includes('4.2.2') ? 'mailbox_full' : 'out_of_space' })
    throw new Error(`the SMTP listener answered a sample with ${code} ${text}`)
  }

  return {
    send: async (kind, address) => deliver(await compose(kind, address)),
    sendReports: async (address) => deliver(await signed(sampleReports(factsFor(address)), address)),
  }
}
