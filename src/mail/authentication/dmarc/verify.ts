import type { DMARCResult } from 'mailauth'
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import type { Resolver } from '../../../net/ports.ts'
import { tidyDomain } from '../../reading/domains/domain-name.ts'
import { mailauthResolver } from '../verify/mailauth-resolver.ts'
import { type DkimSignature, type DmarcOutcome, resultOf, type SpfOutcome } from '../verify/outcome.ts'
import { aligner } from './alignment.ts'
import { dmarcLookup } from './walk.ts'

export interface DmarcQuestion {
  /** The addresses of all From fields. */
  authors: readonly string[]
  fromFields: number
  /** Absent: SPF was not judged. */
  spf?: Pick<SpfOutcome, 'result' | 'domain'>
  /** The domain SPF is about, also where it was not judged. */
  envelopeDomain?: string
  dkim: readonly DkimSignature[]
  resolver: Resolver
}

export interface DmarcJudgement {
  outcome: DmarcOutcome
  /** The signatures, with their alignment. */
  dkim: DkimSignature[]
}

/** Why there is no single author domain (RFC 9989 5.3.1). */
const NO_AUTHOR: Readonly<Record<string, string>> = {
  'no-author-domain': 'From names no domain',
  'multiple-author-domains': 'From names several domains',
  'invalid-author-domain': 'an address in From has no usable domain',
  'multiple-from-fields': 'there are several From fields',
}

/** Judges DMARC (RFC 9989 5.3). */
export async function judgeDmarc(question: DmarcQuestion): Promise<DmarcJudgement> {
  const { authors, fromFields, spf, dkim, resolver } = question
  const ask = (signatures: readonly DkimSignature[], spfCounts: boolean) =>
    evaluateDmarc({
      headerFrom: [...authors],
      fromFields,
      spfDomains: spf && spfCounts ? [spf.domain] : [],
      dkimDomains: signatures.map((one) => ({ domain: one.domain, underSized: one.unsignedBodyBytes ?? 0 })),
      resolver: mailauthResolver(resolver),
      strict: true,
    })
  const passing = dkim.filter((one) => one.result === 'pass')
  const { response, reason } = await ask(passing, spf?.result === 'pass')
  if (!response) {
    const why = NO_AUTHOR[reason ?? ''] ?? 'From has no usable domain'
    return {
      outcome: { result: 'permerror', spfAligned: false, dkimAligned: false, reason: why },
      dkim: [...dkim],
    }
  }
  const author = tidyDomain(response.status.header?.from)
  const align = aligner(author, dmarcLookup(resolver))
  const outcome = { ...outcomeOf(author, response), ...(await envelopeAlignment(question, align)) }
  const signatures = await Promise.all(
    dkim.map(async (one) => ({ ...one, alignment: await align(one.domain) })),
  )
  if (outcome.result !== 'fail') return { outcome, dkim: signatures }
  const maybe = dkim.filter((one) => one.result === 'pass' || one.result === 'temperror')
  const spfMaybe = spf?.result === 'pass' || spf?.result === 'temperror'
  if (maybe.length === passing.length && spf?.result !== 'temperror') return { outcome, dkim: signatures }
  const hopeful = await ask(maybe, spfMaybe)
  const open = hopeful.response && hopeful.response.status.result === 'pass'
  return {
    outcome: open
      ? {
          ...outcome,
          result: 'temperror',
          reason: 'SPF or DKIM of an aligned domain could not be determined',
        }
      : outcome,
    dkim: signatures,
  }
}

async function envelopeAlignment(
  { spf, envelopeDomain }: DmarcQuestion,
  align: ReturnType<typeof aligner>,
): Promise<Pick<DmarcOutcome, 'envelopeAlignment'>> {
  const domain = tidyDomain(spf?.domain ?? envelopeDomain ?? '')
  return domain === '' ? {} : { envelopeAlignment: await align(domain) }
}

function outcomeOf(author: string, response: DMARCResult): DmarcOutcome {
  const { status, alignment, policy, policyDomain, rr } = response
  const reason = reasonOf(status.result)
  return {
    result: resultOf(status.result),
    domain: author,
    ...(policyDomain && { recordDomain: policyDomain }),
    ...(rr && { record: rr }),
    ...(policy && { policy }),
    spfAligned: alignment?.spf.result !== undefined,
    dkimAligned: alignment?.dkim.result !== undefined,
    ...(reason && { reason }),
  }
}

function reasonOf(result: string): string | undefined {
  if (result === 'none') return 'no usable DMARC record'
  if (result === 'temperror') return 'a question about the DMARC record could not be answered'
  if (result === 'fail') return 'neither SPF nor a DKIM signature passes for a domain aligned with From'
  return undefined
}
