import type { Envelope } from '../../../core/message.ts'
import {
  judgeStructure,
  type StructureCode,
  type Transport,
} from '../../../mail/message/mime/structure-remarks.ts'
import { type Analyzer, conclude, priced } from '../../analyzer.ts'
import { PROGRAM } from '../../telling/people.ts'

const WEIGHT = 0.5
const COSTS = {
  'bare-lf': 0.5,
  'bare-cr': 0.5,
  nul: 0.5,
  'line-too-long': 0.5,
  'header-eight-bit': 0.3,
  'nested-too-deep': 0.5,
  'mime-version-missing': 0.2,
  'mime-version-unknown': 0.2,
  'mime-header-repeated': 0.3,
  'content-type-broken': 0.3,
  'boundary-missing': 0.5,
  'boundary-unused': 0.5,
  'boundary-unclosed': 0.3,
  'boundary-repeated': 0.3,
  'boundary-too-long': 0.3,
  'boundary-illegal': 0.2,
  'encoding-unknown': 0.3,
  'encoding-on-composite': 0.3,
  'encoding-binary': 0.3,
  'base64-broken': 0.3,
  'quoted-printable-broken': 0.2,
  'eight-bit-undeclared': 0.3,
  'charset-unknown': 0.3,
  'charset-undeclared': 0.3,
  'charset-lies': 0.3,
  'message-partial': 0.5,
  'header-utf8': 0,
  'nested-deeply': 0,
  'boundary-prefix': 0,
} satisfies Record<StructureCode, number>

/** The bytes against RFC 5322, RFC 2045 and RFC 2046, read without the tolerance of mail readers. */
export const mime: Analyzer = {
  name: 'mime',
  group: 'message',
  title: 'MIME structure',
  asks: 'Is the message built so that every reader can take it apart?',
  why: 'What is built wrong is shown wrong, breaks signatures, or is refused.',
  who: PROGRAM,
  weight: WEIGHT,
  costs: COSTS,
  run({ envelope, facts }) {
    const structure = facts.structure()
    const remarks = judgeStructure(structure, transportOf(envelope))
    const leaves = structure.parts.filter((part) => !part.contentType.startsWith('multipart/'))
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed:
        leaves.length === 1 ? 'The message is well formed.' : `The ${leaves.length} parts are well formed.`,
      evidence: {
        parts: String(leaves.length),
        nesting: String(structure.depth),
        longest_line: String(structure.longestLine),
        ...(structure.limits.length > 0 && { not_looked_at: structure.limits.join(' ') }),
      },
    })
  },
}

function transportOf({ transport, mailParameters }: Envelope): Transport {
  if (transport === 'file') return {}
  return { smtpUtf8: mailParameters['SMTPUTF8'] !== undefined }
}
