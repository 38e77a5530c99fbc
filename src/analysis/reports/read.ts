import type { ReadReports, ReportReading } from '../../core/aggregate/reading.ts'
import type { Envelope } from '../../core/message.ts'
import { readReportFile, readReportMail } from '../../mail/aggregate/read.ts'
import { authenticate } from '../../mail/authentication/authenticate.ts'
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
  const [attachments, authentication] = await Promise.all([readReportMail(reading.raw), judge(reading, by)])
  return { attachments, authentication }
}

async function judge({ raw, envelope, byDkimAlone }: Sent, by: ReadingWith): Promise<Judged> {
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
