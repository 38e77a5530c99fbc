import { verbatim } from '../../../core/verbatim.ts'
import type { Authentication } from '../../../mail/authentication/authenticate.ts'
import { dkim2Standing } from '../../../mail/authentication/dkim/dkim2.ts'
import type { DkimFailureCode } from '../../../mail/authentication/dkim/failures.ts'
import type { DkimKeyCode } from '../../../mail/authentication/dkim/key-record.ts'
import { type DkimNameCode, unregisteredKeys } from '../../../mail/authentication/dkim/unregistered.ts'
import {
  type DkimSignatureCode,
  describeSignatures,
  failureRemarks,
  isAboutKey,
  keyRemarks,
  nameSignature,
  signatureRemarks,
  uncoveredFields,
} from '../../../mail/authentication/dkim/verdict.ts'
import { forList, LIST_ADVICE } from '../../../mail/fixing/list-advice.ts'
import { forSender } from '../../../mail/fixing/of-provider.ts'
import { isDomainName } from '../../../mail/reading/domains/domain-name.ts'
import { isPrivateName } from '../../../mail/reading/domains/private-names.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, type Conclusion, conclude, type Judgement, undetermined } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 1.5

type Code =
  | DkimSignatureCode
  | DkimFailureCode
  | DkimKeyCode
  | DkimNameCode
  | 'dkim-none'
  | 'dkim-invalid'
  | 'dkim-broken-by-list'

/** The first of several findings with one code costs. Why a signature fails costs nothing beside that none is valid. */
const COSTS = {
  'dkim-none': 1,
  'dkim-invalid': 1.5,
  'dkim-broken-by-list': 1,
  'dkim-body-unsigned': 0.3,
  'dkim-body-length': 0,
  'dkim-from-not-oversigned': 0,
  'dkim-future': 0,
  'dkim-expires-soon': 0,
  'dkim-headers-unsigned': 0,
  'dkim-body-changed': 0,
  'dkim-bad-signature': 0,
  'dkim-body-cut': 0,
  'dkim-sha1': 0,
  'dkim-expired': 0,
  'dkim-syntax': 0,
  'dkim-from-unsigned': 0,
  'dkim-identity': 0,
  'dkim-algorithm': 0,
  'dkim-unverifiable': 0,
  'dkim-key-not-fetched': 0,
  'dkim-key-unusable': 0,
  'dkim-key-mismatch': 0,
  'dkim-key-missing': 0,
  'dkim-key-foreign': 0,
  'dkim-key-several': 0,
  'dkim-key-quotes': 0,
  'dkim-key-syntax': 0,
  'dkim-key-version': 0,
  'dkim-key-testing': 0,
  'dkim-key-hash': 0,
  'dkim-key-service': 0,
  'dkim-key-revoked': 0,
  'dkim-key-type': 0,
  'dkim-key-base64': 0,
  'dkim-key-unreadable': 0,
  'dkim-key-short': 0,
  'dkim-key-weak': 0,
  'dkim-name-unregistered': 0,
} satisfies Record<Code, number>

/** RFC 6376: every signature, and every key record judged by itself. */
export const dkim: Analyzer = {
  name: 'dkim',
  group: 'authentication',
  title: 'DKIM',
  asks: 'Is the message signed, and do the signatures hold?',
  why: {
    else: 'The signature shows that the message is yours and unchanged, also after it was forwarded.',
    list: 'A list that changes a message breaks its author’s signature; receivers then have to trust the list.',
  },
  who: {
    else: 'Your sending service or mail server signs; the key stands at your DNS host.',
    personal: 'Your mail provider, or you where the mail server is your own.',
    list: 'Whoever runs the list, by its settings for From, subject and footer.',
  },
  weight: WEIGHT,
  costs: COSTS,
  async run(context) {
    const outcomes = await context.facts.authentication()
    const keys = await context.facts.dkimKeys()
    const { dkim: signatures, signaturesNotJudged, notVerified } = outcomes
    const dkim2 = dkim2Standing(context.message)
    const evidence = {
      ...describeSignatures(signatures, keys),
      ...(signaturesNotJudged > 0 && { signatures_not_judged: String(signaturesNotJudged) }),
      ...(dkim2 !== undefined && { dkim2 }),
    }
    const found = signatures.length + signaturesNotJudged
    if (found > 0 && signatures.length === 0) {
      const why = notVerified ?? 'judging them would cost too much'
      return undetermined(`None of the ${found} signatures was judged: ${why}.`, evidence)
    }
    const valid = signatures.filter(({ result }) => result === 'pass')
    const unregistered = await unregisteredKeys(keys, context.dns('dkim'))
    const ofKeys = [...unregistered.remarks, ...keyRemarks(keys, unregistered.keys)]
    const always = unregistered.remarks.map(({ says }) => says)
    if (valid.length === 0) return withoutValid(context, outcomes, ofKeys, { always, evidence })
    const remarks = [
      ...valid.flatMap((signature) => signatureRemarks(signature, context.clock.now())),
      ...uncoveredFields(valid, (field) => context.message.all(field).length > 0),
      // Beside a list's own signature it is nobody's fault that its author's broke.
      ...(context.facts.kind().kind === 'list' ? [] : failureRemarks(signatures, false, unregistered.keys)),
      ...ofKeys,
    ]
    const own = forSender(remarks, outcomes.dmarc.domain ?? '', COSTS)
    return concludeWith(own, {
      passed: `Signed by ${valid.map(nameSignature).join(', ')}.`,
      always,
      evidence,
    })
  },
}

function concludeWith(remarks: readonly Remark<Code>[], judgement: Omit<Judgement, 'findings'>): Conclusion {
  // The same fault in two signatures is one fact of one signer.
  const isFirst = (remark: Remark<Code>) => remarks.find(({ code }) => code === remark.code) === remark
  const findings = remarks.map((remark) => ({
    ...remark,
    cost: isFirst(remark) ? COSTS[remark.code] : 0,
  }))
  return conclude(WEIGHT, { findings, ...judgement })
}

function withoutValid(
  { facts }: AnalysisContext,
  { dkim: signatures, dmarc }: Authentication,
  keys: Remark<DkimKeyCode | DkimNameCode>[],
  { always, evidence }: Pick<Judgement, 'always'> & { evidence: Record<string, string> },
): Conclusion {
  const judgement = { passed: '', ...(always && { always }), evidence }
  if (signatures.length === 0)
    return concludeWith(
      forList(forSender([unsigned(dmarc.domain)], dmarc.domain ?? '', COSTS), facts.kind().kind),
      judgement,
    )
  if (signatures.some(({ result }) => result === 'temperror')) {
    return undetermined(
      'No signature is valid, and a key could not be fetched: the DNS gave no answer.',
      evidence,
    )
  }
  const failures = failureRemarks(signatures, true)
  const says = failures.map((failure) => failure.says).join(' ')
  const list = facts.kind().kind === 'list'
  const head: Remark<Code> = list
    ? {
        code: 'dkim-broken-by-list',
        says: `The mailing list changed the message and did not sign it anew. ${says}`,
        advice: LIST_ADVICE,
        reference: 'RFC 6377 section 5.2',
      }
    : {
        code: 'dkim-invalid',
        says: `No DKIM signature is valid. ${says}`,
        advice: 'Make one signature valid, best one for the domain of From (d=): one is enough.',
        reference: 'RFC 6376 section 6.1',
      }
  // What the author's server might do better helps nobody whose list changes the message; a key's own remarks say more.
  const isTold = ({ code }: Remark<DkimFailureCode>) => list || (keys.length > 0 && isAboutKey(code))
  const reasons = failures.map((failure) => (isTold(failure) ? { ...failure, advice: head.advice } : failure))
  return concludeWith([head, ...reasons, ...keys], judgement)
}

function unsigned(domain: string | undefined): Remark<Code> {
  const isNamed = domain !== undefined && isDomainName(domain) && !isPrivateName(domain)
  const name = isNamed ? domain : 'example.org'
  return {
    code: 'dkim-none',
    says: 'The message carries no DKIM signature.',
    advice: `Let your mail server or sending service sign with DKIM for ${isNamed ? name : 'the domain of From'}, and publish the record that it gives you, in a form such as: ${verbatim(`mail._domainkey.${name} TXT "v=DKIM1; k=rsa; p=<public key>"`)}`,
    reference: 'RFC 6376 section 5',
  }
}
