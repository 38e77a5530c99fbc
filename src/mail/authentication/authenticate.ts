import type { Envelope } from '../../core/message.ts'
import type { Resolver } from '../../net/ports.ts'
import { validateArc } from './arc/verify.ts'
import { keyRecordsFirst } from './dkim/key.ts'
import { readSignatures } from './dkim/verify.ts'
import { judgeDmarc } from './dmarc/verify.ts'
import { checkSpf } from './spf/verify.ts'
import { mailauthResolver } from './verify/mailauth-resolver.ts'
import type { Authentication } from './verify/outcome.ts'
import { transmittedForm } from './verify/transmitted-form.ts'

export type {
  ArcOutcome,
  Authentication,
  DkimSignature,
  DmarcOutcome,
  SpfOutcome,
} from './verify/outcome.ts'

export interface AuthenticationInput {
  raw: Uint8Array
  envelope: Pick<Envelope, 'clientAddress' | 'helo' | 'mailFrom'>
  /** One resolver for each share of the questions. */
  dns: { spf: Resolver; dkim: Resolver; dmarc: Resolver }
  now: Date
  /** Our host name. */
  hostname: string
}

/** Judges SPF, DKIM, ARC and DMARC of one message. Tolerates any bytes; a failed question comes out as temperror. */
export async function authenticate(input: AuthenticationInput): Promise<Authentication> {
  const { raw, dns, now } = input
  const { bytes, tooCostly } = transmittedForm(raw)
  if (tooCostly) return { ...(await judgeSpf(input)), ...unverified(bytes, tooCostly) }
  const keys = mailauthResolver(keyRecordsFirst(dns.dkim), 'ENOTFOUND')
  const [spf, reading] = await Promise.all([judgeSpf(input), readSignatures(bytes, keys, now)])
  const arc = await validateArc(reading.verifier, keys)
  const envelopeDomain = domainOfEnvelope(input)
  const dmarc = await judgeDmarc({
    authors: reading.authors,
    fromFields: reading.fromFields,
    dkim: reading.signatures,
    resolver: dns.dmarc,
    ...(spf.spf && { spf: spf.spf }),
    ...(envelopeDomain !== undefined && { envelopeDomain }),
  })
  return {
    ...spf,
    dkim: dmarc.dkim,
    signaturesNotJudged: reading.signaturesNotJudged,
    arc,
    dmarc: dmarc.outcome,
  }
}

/** The domain SPF is about, also where it cannot be judged. */
function domainOfEnvelope({ envelope: { mailFrom, helo } }: AuthenticationInput): string | undefined {
  return mailFrom === '' ? helo : mailFrom?.slice(mailFrom.lastIndexOf('@') + 1)
}

/** MAIL FROM first: should the questions run short, HELO is the one that matters less. */
async function judgeSpf({
  envelope: { clientAddress, helo, mailFrom },
  dns,
  hostname,
}: AuthenticationInput): Promise<Pick<Authentication, 'spf' | 'heloSpf'>> {
  if (clientAddress === undefined) return {}
  const shared = { clientAddress, hostname, resolver: dns.spf, ...(helo !== undefined && { helo }) }
  const spf = mailFrom ? await checkSpf({ ...shared, sender: mailFrom }) : undefined
  const heloSpf = helo === undefined ? undefined : await checkSpf({ ...shared, sender: '' })
  const judged = mailFrom === '' ? heloSpf : spf
  return { ...(judged && { spf: judged }), ...(heloSpf && { heloSpf }) }
}

function unverified(
  message: Buffer,
  reason: string,
): Pick<Authentication, 'dkim' | 'signaturesNotJudged' | 'notVerified' | 'arc' | 'dmarc'> {
  const fields = message.toString('latin1').match(/^dkim-signature[ \t]{0,9}:/gim) ?? []
  return {
    dkim: [],
    signaturesNotJudged: fields.length,
    notVerified: reason,
    arc: { result: 'permerror', reason, hops: [] },
    dmarc: { result: 'permerror', spfAligned: false, dkimAligned: false, reason },
  }
}
