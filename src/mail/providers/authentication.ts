import { spfMightAlign } from '../authentication/dmarc/verdict.ts'
import type { Alignment, Authentication } from '../authentication/verify/outcome.ts'
import { met, notApplicable, notMet, type Observed, undetermined } from './observed.ts'
import { NO_ANSWER, type Sight, withoutHost } from './sight.ts'

/** SPF of the envelope sender passes. */
export async function spf(sight: Sight): Promise<Observed> {
  const hidden = withoutHost(sight)
  if (hidden) return hidden
  const { spf: outcome } = await sight.authentication()
  if (!outcome) return notApplicable('the envelope sender is not known')
  const { result, domain, identity } = outcome
  if (result === 'pass') return met(`SPF passes for ${domain}`)
  if (result === 'temperror') return undetermined(NO_ANSWER)
  if (identity === 'helo' && result === 'none') return notApplicable('the envelope sender is null')
  return notMet(result === 'none' ? `no SPF record for ${domain}` : `SPF of ${domain} gives ${result}`)
}

/** A DKIM signature is valid. */
export async function dkim(sight: Sight): Promise<Observed> {
  const { dkim: signatures, signaturesNotJudged, notVerified } = await sight.authentication()
  const valid = signatures.find(({ result }) => result === 'pass')
  if (valid) return met(`signed by ${valid.domain}`)
  if (notVerified) return undetermined(notVerified)
  if (signatures.some(({ result }) => result === 'temperror')) return undetermined(NO_ANSWER)
  if (signatures.length > 0) return notMet('no signature is valid')
  return signaturesNotJudged > 0 ? undetermined('no signature was judged') : notMet('there is no signature')
}

/** One of the two. */
export async function spfOrDkim(sight: Sight): Promise<Observed> {
  const both = [await spf(sight), await dkim(sight)]
  return (
    inState('met', both) ??
    inState('undetermined', both) ??
    inState('cannot be seen', both) ??
    notMet('neither passes')
  )
}

export async function spfAndDkim(sight: Sight): Promise<Observed> {
  const [bySpf, byDkim] = [await spf(sight), await dkim(sight)]
  const both = [bySpf, byDkim]
  const missing = both.filter(({ state }) => state === 'not met')
  if (missing.length > 0)
    return notMet(
      missing.map(({ because }) => because).join('; '),
      byDkim.state === 'not met' ? 'dkim' : 'spf',
    )
  return inState('undetermined', both) ?? inState('cannot be seen', both) ?? met('both pass')
}

function inState(state: Observed['state'], some: readonly Observed[]): Observed | undefined {
  return some.find((one) => one.state === state)
}

const NO_AUTHOR = notApplicable('From names no one domain')

/** What a verifier makes of a From field without a valid address may be any word of it. */
function namesDomain({ message }: Sight): boolean {
  return message.from.some(({ domain }) => domain !== '')
}

/** The domain of From has a DMARC record with a policy. */
export async function dmarcRecord(sight: Sight): Promise<Observed> {
  const { dmarc, notVerified } = await sight.authentication()
  const discovery = await sight.dmarc()
  if (notVerified) return undetermined(notVerified)
  if (!discovery || !dmarc.domain || !namesDomain(sight)) return NO_AUTHOR
  // A record at the domain itself is known, whatever was not answered about the names above it.
  if (discovery.failure && !discovery.record) return undetermined(NO_ANSWER)
  if (dmarc.result === 'none') return notMet(`no DMARC record for ${dmarc.domain}`)
  return dmarc.policy ? met(`p=${dmarc.policy}`) : undetermined(NO_ANSWER)
}

/** The record asks for aggregate reports (RFC 9990). */
export async function dmarcReports(sight: Sight): Promise<Observed> {
  const record = await dmarcRecord(sight)
  if (record.state !== 'met') return record
  const asks = (await sight.dmarc())?.record?.tags['rua']?.trim()
  return asks ? met('the record has rua') : notMet('the record has no rua')
}

/** The record protects the domain, or at least reports are asked for. */
export async function dmarcPolicyOrReports(sight: Sight): Promise<Observed> {
  const record = await dmarcRecord(sight)
  if (record.state !== 'met' || record.because !== 'p=none') return record
  return dmarcReports(sight)
}

export async function dmarcPasses(sight: Sight): Promise<Observed> {
  const { dmarc, notVerified } = await sight.authentication()
  const { domain, result, envelopeAlignment } = dmarc
  if (notVerified) return undetermined(notVerified)
  const discovery = await sight.dmarc()
  if (!domain || !discovery || !namesDomain(sight)) return NO_AUTHOR
  if (result === 'pass') return met(`DMARC passes for ${domain}`)
  if (result === 'temperror') return undetermined(NO_ANSWER)
  if (result === 'none') return notMet(`no DMARC record for ${domain}`)
  const hidden = withoutHost(sight)
  return hidden && spfMightAlign(envelopeAlignment, discovery) ? hidden : notMet(`DMARC fails for ${domain}`)
}

/** What fails DMARC under a policy of reject is rejected. */
export async function dmarcEnforced(sight: Sight): Promise<Observed> {
  const passes = await dmarcPasses(sight)
  if (passes.state !== 'not met') return passes
  const { policy } = (await sight.authentication()).dmarc
  return policy === 'reject'
    ? notMet(`${passes.because}, under p=reject`)
    : notApplicable('no policy of reject applies')
}

/** What passes is of the organization of From (RFC 9989 4.4); with or without a record. */
export async function alignment(sight: Sight): Promise<Observed> {
  if (sight.kind().kind === 'list') return notApplicable('list mail is excepted')
  if (!namesDomain(sight)) return NO_AUTHOR
  return alignedBy(await sight.authentication(), withoutHost(sight))
}

function alignedBy(
  { spf: outcome, dkim: signatures, dmarc, notVerified }: Authentication,
  hidden: Observed | undefined,
): Observed {
  if (notVerified) return undetermined(notVerified)
  if (!dmarc.domain) return NO_AUTHOR
  const byDkim = signatures.find(({ result, alignment: own }) => result === 'pass' && isAligned(own))
  if (byDkim) return met(`DKIM of ${byDkim.domain}`)
  const envelope = dmarc.envelopeAlignment
  if (!hidden && outcome?.result === 'pass' && isAligned(envelope)) return met(`SPF of ${outcome.domain}`)
  const isOpen =
    signatures.some(
      ({ result, alignment: own }) =>
        (result === 'temperror' && own !== 'none') || (result === 'pass' && own === 'unknown'),
    ) ||
    (!hidden && outcome?.result === 'temperror' && envelope !== 'none') ||
    (outcome?.result === 'pass' && envelope === 'unknown')
  if (isOpen) return undetermined(NO_ANSWER)
  if (hidden && envelope !== 'none') return hidden
  return notMet(`nothing that passes is of the organization of ${dmarc.domain}`)
}

/** A valid signature is of the organization of From. */
export async function dkimAligned(sight: Sight): Promise<Observed> {
  return signedFor(sight, isAligned, 'of the organization of')
}

/** A valid signature is of the very domain of From. */
export async function dkimStrict(sight: Sight): Promise<Observed> {
  return signedFor(sight, (alignment) => alignment === 'strict', 'of the very domain')
}

async function signedFor(
  sight: Sight,
  isOfAuthor: (alignment: Alignment | undefined) => boolean,
  whose: string,
): Promise<Observed> {
  if (!namesDomain(sight)) return NO_AUTHOR
  const { dkim: signatures, dmarc, notVerified } = await sight.authentication()
  const signed = await dkim(sight)
  if (signed.state !== 'met') return signed
  if (notVerified) return undetermined(notVerified)
  if (!dmarc.domain) return NO_AUTHOR
  const own = signatures.find(({ result, alignment }) => result === 'pass' && isOfAuthor(alignment))
  if (own) return met(`signed by ${own.domain}`)
  const isOpen = signatures.some(
    ({ result, alignment }) => (result === 'temperror' && alignment !== 'none') || alignment === 'unknown',
  )
  return isOpen ? undetermined(NO_ANSWER) : notMet(`no valid signature is ${whose} ${dmarc.domain}`)
}

const isAligned = (alignment: Alignment | undefined) => alignment === 'strict' || alignment === 'relaxed'

const LEAST_BITS = 1_024

/** The keys of the signatures are long enough. */
export async function dkimKey(sight: Sight): Promise<Observed> {
  const keys = await sight.dkimKeys()
  const bits = keys.flatMap((key) => key.bits ?? [])
  const most = Math.max(0, ...bits)
  if (most >= LEAST_BITS) return met(`${most} bits`)
  if (keys.some(({ state }) => state === 'failed')) return undetermined(NO_ANSWER)
  return most > 0 ? notMet(`${most} bits`) : notApplicable('there is no RSA key')
}

/** Who publishes an SPF record sends from addresses that it lists. */
export async function spfAuthorised(sight: Sight): Promise<Observed> {
  const outcome = (await sight.authentication()).spf
  const seen = await spf(sight)
  const isJudged = outcome?.result === 'fail' || outcome?.result === 'softfail'
  return seen.state === 'not met' && !isJudged
    ? notApplicable(outcome?.result === 'permerror' ? 'the record cannot be read' : seen.because)
    : seen
}

/** The SPF record does not forbid the address. */
export async function spfNotFailed(sight: Sight): Promise<Observed> {
  const seen = await spf(sight)
  if (seen.state !== 'not met') return seen
  const outcome = (await sight.authentication()).spf
  return outcome?.result === 'fail' ? seen : notApplicable('the SPF record forbids nothing here')
}

/** The SPF record can be evaluated, and does not let everybody pass. */
export async function spfValid(sight: Sight): Promise<Observed> {
  const tree = await sight.spfTree()
  if (!tree || tree.root.state === 'none') return notApplicable('there is no SPF record')
  const fatal = tree.problems.find((problem) => problem.fatal)
  if (fatal) return notMet(`the record of ${fatal.domain} is not valid (${fatal.code})`)
  const { open } = tree
  if (open !== undefined) return notMet(`the record of ${open} lets everybody send`)
  return tree.incomplete ? undetermined(NO_ANSWER) : met(`the record of ${tree.domain} is valid`)
}

/** Some way of authentication is there, whatever came of it. */
export async function anyAuthentication(sight: Sight): Promise<Observed> {
  const { dkim: signatures, signaturesNotJudged, spf: outcome } = await sight.authentication()
  if (signatures.length + signaturesNotJudged > 0) return met('there is a DKIM signature')
  const record = await dmarcRecord(sight)
  if (record.state === 'met') return met('there is a DMARC record')
  const hidden = withoutHost(sight)
  if (hidden) return hidden
  if (outcome?.result === 'temperror' || record.state === 'undetermined') return undetermined(NO_ANSWER)
  return outcome && outcome.result !== 'none'
    ? met('there is an SPF record')
    : notMet('neither SPF nor DKIM nor DMARC is there')
}

/** Who forwards keeps a chain that shows how the message came (RFC 8617). */
export async function arc(sight: Sight): Promise<Observed> {
  const { arc: chain, notVerified } = await sight.authentication()
  if (notVerified) return undetermined(notVerified)
  if (chain.result === 'pass') return met('the chain is intact')
  if (chain.result === 'fail') return notMet('the chain is broken')
  if (chain.result !== 'none') return undetermined('the chain could not be judged')
  if (sight.kind().kind !== 'list') return notApplicable('nothing shows that it was forwarded')
  const passes = await dmarcPasses(sight)
  if (passes.state === 'met') return notApplicable('the list kept it authenticated')
  return passes.state === 'not met' ? notMet('the list left no chain') : passes
}
