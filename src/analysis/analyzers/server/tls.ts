import type { Change } from '../../../core/fix.ts'
import type { ClientCertificate, TlsFacts } from '../../../core/message.ts'
import { verbatim } from '../../../core/verbatim.ts'
import { sessionNotKnown } from '../../../mail/reading/through.ts'
import type { Remark } from '../../../mail/remark.ts'
import { strengthOf } from '../../../mail/server/tls/tls-strength.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { SERVER } from '../../telling/people.ts'

const WEIGHT = 1

type Code = 'tls-none' | 'tls-old' | 'tls-weak-cipher' | 'tls-no-forward-secrecy'

const COSTS = {
  'tls-none': 1,
  'tls-old': 0.5,
  'tls-weak-cipher': 0.5,
  'tls-no-forward-secrecy': 0,
} satisfies Record<Code, number>

/** An old version and a weak cipher are one fact: together they cost no more than one of them. */
const COSTS_OF_OLD = { ...COSTS, 'tls-weak-cipher': 0 }

const TURN_ON =
  'Let your server use STARTTLS wherever it is offered (Postfix: ' +
  `${verbatim('smtp_tls_security_level = may')}; ` +
  'Exim and Sendmail do so by default).'
const MODERN =
  'Let your server offer TLS 1.2 and 1.3: update its system and TLS library, and remove settings that keep it to older ' +
  'versions or ciphers (Postfix: ' +
  `${verbatim('smtp_tls_protocols')}, ${verbatim('smtp_tls_ciphers')}).`

/** What a server that follows the advice does from then on. */
const ENCRYPTED: readonly Change[] = [
  { kind: 'smtp', tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' } },
]

/** Whether the message came encrypted, and how well. */
export const tls: Analyzer = {
  name: 'tls',
  group: 'server',
  title: 'Encryption',
  asks: 'Was the message sent over TLS, with a current version and cipher?',
  why: 'Without it anybody on the way can read the message, and Gmail marks or refuses it.',
  who: SERVER,
  weight: WEIGHT,
  costs: COSTS,
  run({ envelope }: AnalysisContext): Conclusion {
    if (envelope.tls === 'unknown')
      return neutral(`Whether the message came encrypted is ${sessionNotKnown(envelope)}.`)
    if (envelope.tls === 'none') {
      return conclude(WEIGHT, {
        findings: priced([NOT_ENCRYPTED], COSTS),
        passed: '',
        evidence: { tls: 'none' },
      })
    }
    const facts = envelope.tls
    const named = facts.cipher ? ` with ${facts.cipher}` : ''
    return conclude(WEIGHT, {
      findings: priced(weaknesses(facts), strengthOf(facts).isOld ? COSTS_OF_OLD : COSTS),
      passed: `The message came over ${facts.version}${named}.`,
      evidence: { tls: facts.version, cipher: facts.cipher, ...certificateOf(facts.clientCertificate) },
    })
  },
}

const NOT_ENCRYPTED: Remark<Code> = {
  code: 'tls-none',
  says: 'The message came without encryption.',
  advice: TURN_ON,
  reference: 'RFC 3207; Gmail requires TLS of all senders (2026-03-21)',
  changes: ENCRYPTED,
}

function weaknesses(facts: TlsFacts): Remark<Code>[] {
  const { isOld, isWeakCipher, lacksForwardSecrecy } = strengthOf(facts)
  const remarks: Remark<Code>[] = []
  if (isOld) {
    remarks.push({
      code: 'tls-old',
      says: `The message came over ${facts.version}, which is no longer considered safe.`,
      advice: MODERN,
      reference: 'RFC 8996',
      changes: ENCRYPTED,
    })
  }
  if (isWeakCipher) {
    remarks.push({
      code: 'tls-weak-cipher',
      says: `The cipher ${facts.cipher} is weak.`,
      advice: MODERN,
      reference: 'RFC 9325 section 4.1',
      changes: ENCRYPTED,
    })
  } else if (lacksForwardSecrecy) {
    remarks.push({
      code: 'tls-no-forward-secrecy',
      says: `The cipher ${facts.cipher} has no forward secrecy.`,
      advice: 'Prefer ciphers with ECDHE: with the others, a key taken later opens what was recorded today.',
      reference: 'RFC 9325 section 4.1',
      changes: ENCRYPTED,
    })
  }
  return remarks
}

const LONGEST_SHOWN = 200

function certificateOf(certificate: ClientCertificate | undefined): Record<string, string> {
  if (!certificate) return { client_certificate: 'none' }
  const { subject, issuer, fingerprint256, validFrom, validTo } = certificate
  return {
    client_certificate: `${subject.slice(0, LONGEST_SHOWN)}, issued by ${issuer.slice(0, LONGEST_SHOWN)}`,
    client_certificate_valid: `${validFrom} to ${validTo}`,
    client_certificate_sha256: fingerprint256,
  }
}
