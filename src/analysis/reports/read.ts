import type { ReadReports, ReportReading } from '../../core/aggregate/reading.ts'
import type { Envelope } from '../../core/message.ts'
import { readReportFile, readReportMail } from '../../mail/aggregate/read.ts'
import { authenticate } from '../../mail/authentication/authenticate.ts'
import { complaintProvider } from '../../mail/complaints/providers.ts'
import { readComplaintMail } from '../../mail/complaints/read.ts'
import { sameOrganisation } from '../../mail/reading/domains/sender-domain.ts'
import { parseMessage } from '../../mail/reading/parse.ts'
import { type Answer, type Clock, DnsFailure, type RecordType, type Resolver } from '../../net/ports.ts'

/** What is asked with, and by whom. */
export interface ReadingWith {
  /** Asks each question once. */
  resolver: Resolver
  clock: Clock
  hostname: string
  /** Milliseconds after which a question that has no answer has failed. */
  waitAtMost: number
}

type Sent = Extract<ReportReading, { kind: 'mail' }>
type Judged = NonNullable<ReadReports['authentication']>

/** Reads a mail or file of strangers: in a process that may end of it. */
export async function readReports(reading: ReportReading, by: ReadingWith): Promise<ReadReports> {
  if (reading.kind === 'file') return { attachments: await readReportFile(reading.name, reading.bytes) }
  if (reading.complaints) return await readComplaint(reading, by)
  const [attachments, authentication] = await Promise.all([readReportMail(reading.raw), judge(reading, by)])
  return { attachments, authentication }
}

/** Whoever has a mailbox at a large provider passes DMARC as it: what proves the provider is its own address. */
async function readComplaint(reading: Sent, by: ReadingWith): Promise<ReadReports> {
  const read = readComplaintMail(reading.raw)
  const authentication = await judge(reading, by)
  const source = read.kind === 'complaint' ? read.complaint.source : undefined
  const sender = authentication.outcome === 'passed' ? senderOf(reading.raw) : undefined
  const provider = sender === undefined ? undefined : complaintProvider(sender, source)
  return {
    attachments: [],
    authentication,
    complaint: { ...read, ...(provider !== undefined && { provider }) },
  }
}

async function judge(
  { raw, envelope, byDkimAlone, complaints: isComplaint }: Sent,
  by: ReadingWith,
): Promise<Judged> {
  const resolver = inTime(by.resolver, by.waitAtMost)
  const judged = await authenticate({
    raw,
    envelope: byDkimAlone ? {} : sessionOf(envelope),
    dns: { spf: resolver, dkim: resolver, dmarc: resolver },
    now: by.clock.now(),
    hostname: by.hostname,
  })
  const { result, domain, reason = '' } = judged.dmarc
  const from = domain === undefined ? {} : { from: domain }
  if (byDkimAlone) return { ...from, ...byDkim(judged) }
  if (result === 'pass') return { ...from, outcome: 'passed', reason: 'The mail passed DMARC.' }
  // Services that send complaints sign, and not all of their domains have a DMARC record.
  if (isComplaint && result === 'none' && isSignedBy(judged, domain)) {
    return { ...from, outcome: 'passed', reason: 'A DKIM signature of the organization of From verifies.' }
  }
  const says = `DMARC gave ${result}${reason === '' ? '' : `: ${reason}`}.`
  return { ...from, outcome: result === 'temperror' ? 'undecided' : 'failed', reason: says }
}

/** What was seen of the client. */
function sessionOf(envelope: Envelope | undefined) {
  const { clientAddress, helo, mailFrom } = envelope ?? {}
  return {
    ...(clientAddress !== undefined && { clientAddress }),
    ...(helo !== undefined && { helo }),
    ...(mailFrom !== undefined && { mailFrom }),
  }
}

/** By the Public Suffix List: without a DMARC record nothing else says which names are of one organization. */
const isSignedBy = ({ dkim }: Awaited<ReturnType<typeof authenticate>>, from: string | undefined) =>
  from !== undefined && dkim.some((one) => one.result === 'pass' && sameOrganisation(one.domain, from))

/** Of archived mail: the policy may be another since, and who brought it here says nothing. */
function byDkim({ dkim }: Awaited<ReturnType<typeof authenticate>>): Pick<Judged, 'outcome' | 'reason'> {
  const aligned = dkim.filter(({ alignment }) => alignment === 'strict' || alignment === 'relaxed')
  if (aligned.some(({ result }) => result === 'pass')) {
    return { outcome: 'passed', reason: 'A DKIM signature of the domain of From verifies.' }
  }
  const open = dkim.some(
    ({ result, alignment }) =>
      (result === 'temperror' && alignment !== 'none') || (result === 'pass' && alignment === 'unknown'),
  )
  if (open) return { outcome: 'undecided', reason: 'A question about a DKIM signature got no answer.' }
  return { outcome: 'failed', reason: 'No DKIM signature of the domain of From verifies.' }
}

/** Questions that are still open at that time have failed: one mail must not hold the next one up. */
function inTime(resolver: Resolver, waitAtMost: number): Resolver {
  const ends = performance.now() + waitAtMost
  return {
    async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
      const late = Promise.withResolvers<never>()
      const failed = () => late.reject(new DnsFailure(name, type, 'timeout'))
      const timer = setTimeout(failed, Math.max(0, ends - performance.now()))
      try {
        return await Promise.race([resolver.query(name, type), late.promise])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** The one address of From. Undefined: there is none, or several. */
function senderOf(raw: Uint8Array): string | undefined {
  const [mailbox, another] = parseMessage(raw).from
  if (!mailbox || another || mailbox.domain === '') return undefined
  return `${mailbox.address.slice(0, mailbox.address.lastIndexOf('@'))}@${mailbox.domain}`
}
