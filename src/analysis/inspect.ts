import type { DomainDrawing, Looked, SignedBy } from '../core/domain-health.ts'
import type { InspectedName } from '../core/inspection.ts'
import type { Registrations } from '../net/registry-ports.ts'
import type { AnalysisPorts, AnalysisSettings } from './context.ts'
import { bimi, dmarc, spf } from './inspection/authentication.ts'
import { dkim } from './inspection/dkim.ts'
import { domainAge } from './inspection/domain-age.ts'
import { blocklist, domainBlocklist, reverseDns, transportPolicy } from './inspection/hosts.ts'
import type { InspectionContext, Inspector } from './inspection/inspector.ts'
import { DOMAIN_MISSING, dns, mx } from './inspection/names.ts'
import { oneRecordEach } from './plan/one-record.ts'
import { Deadline, runCheck } from './run-check.ts'

/** In the order they are shown. */
const OF_DOMAIN: readonly Inspector[] = [dns, spf, dkim, dmarc, mx, transportPolicy, bimi, domainBlocklist]
const NOT_ASKED = { kind: 'unknown', reason: 'not-asked' } as const
const OF_ADDRESS: readonly Inspector[] = [reverseDns, blocklist]

export interface InspectionInput {
  subject: InspectedName
  settings: AnalysisSettings
  /** Milliseconds after which a check that still waits for an answer is given up. */
  waitAtMost: number
  /** Of a domain. Absent: nobody knows. */
  signedBy?: SignedBy
}

type Ports = Pick<AnalysisPorts, 'questions' | 'fetches' | 'clock' | 'began'> & {
  /** Absent: no registry is asked. */
  registries?: Registrations | undefined
}

/** Looks at a domain or an address without a message: what can be said from the DNS and the lists. */
export async function inspect(
  { subject, settings, waitAtMost, signedBy }: InspectionInput,
  ports: Ports,
): Promise<Looked> {
  const { questions, fetches, clock, began, registries } = ports
  const ofDomain = settings.rdap ? [...OF_DOMAIN, domainAge] : OF_DOMAIN
  const inspectors = subject.kind === 'domain' ? ofDomain : OF_ADDRESS
  const drawn: DomainDrawing = {}
  const deadline = new Deadline(waitAtMost)
  const checks = await Promise.all(
    inspectors.map(({ name, run }) => {
      began(name)
      const context: InspectionContext = {
        name: subject.name,
        settings,
        clock,
        dns: (share) => questions.share(share, () => began(name)),
        web: (share) => fetches.share(share, () => began(name)),
        registration: async (domain) => (await registries?.of(domain)) ?? NOT_ASKED,
        ...(signedBy && { signedBy }),
        draw: (part) => void Object.assign(drawn, part),
      }
      return runCheck({ name, weight: 0 }, () => run(context), deadline)
    }),
  )
  deadline.clear()
  const missing = checks.find(({ findings }) => findings.some(({ code }) => code === DOMAIN_MISSING))
  return missing ? { checks: [missing], drawn: {} } : { checks: oneRecordEach(checks), drawn }
}
