import type { Conduct } from '../../../core/message.ts'
import { sessionNotKnown } from '../../../mail/reading/through.ts'
import { type ConductCode, declaredSize, judgeConduct } from '../../../mail/server/smtp-conduct/remarks.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { SERVER } from '../../telling/people.ts'

const WEIGHT = 0.2
const COSTS = {
  'smtp-early-talker': 0.2,
  'smtp-before-tls': 0.2,
  'smtp-pipelining': 0.2,
  'smtp-bare-lf': 0.2,
  'smtp-8bit-undeclared': 0.1,
  'smtp-size-exceeded': 0.1,
  'smtp-utf8-needless': 0,
  'smtp-helo': 0,
} satisfies Record<ConductCode, number>

/** How the sender's server kept to SMTP, by the bytes of the session. */
export const smtpConduct: Analyzer = {
  name: 'smtp-conduct',
  group: 'server',
  title: 'SMTP conduct',
  asks: 'Does the sending server keep to the rules of SMTP?',
  why: 'Receivers tell bots from mail servers by how they speak, before the message is sent.',
  who: SERVER,
  weight: WEIGHT,
  costs: COSTS,
  run({ envelope, facts }) {
    const { conduct, mailParameters, mailFrom = '', rcptTo } = envelope
    if (!conduct) {
      return neutral(
        envelope.transport === 'file' || envelope.through?.kind === 'relay'
          ? `How the message was handed over is ${sessionNotKnown(envelope)}.`
          : 'How the message was handed over was not recorded.',
      )
    }
    const structure = facts.structure()
    const transaction = { conduct, parameters: mailParameters, addresses: [mailFrom, rcptTo] }
    const remarks = judgeConduct(transaction, structure)
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed: 'The server kept to the rules of SMTP.',
      evidence: {
        ...turnsOf(conduct),
        ...parametersOf(mailParameters),
        octets: `${structure.size}, ${structure.header.eightBit.count + structure.eightBitBody.count} of them above 127`,
      },
    })
  },
}

function turnsOf({ hello, commands, bareLf, pipelined, beforeGreeting, behindStartTls }: Conduct) {
  return {
    greeted_with: hello,
    commands: bareLf === 0 ? `${commands}` : `${commands}, ${bareLf} with bare LF`,
    pipelining: pipelined ? 'used' : 'not used',
    ...(beforeGreeting > 0 && { before_greeting: `${beforeGreeting} octets` }),
    ...(behindStartTls > 0 && { behind_starttls: `${behindStartTls} octets` }),
  }
}

/** BODY is one of few words; what else a stranger may have written is not repeated. */
function parametersOf(parameters: AnalysisContext['envelope']['mailParameters']): Record<string, string> {
  const body = parameters['BODY']?.toUpperCase()
  const declared = declaredSize(parameters)
  return {
    declared_size: declared === undefined ? 'none' : `${declared}`,
    declared_body: body === '8BITMIME' || body === '7BIT' || body === 'BINARYMIME' ? body : 'none',
    smtputf8: parameters['SMTPUTF8'] === undefined ? 'no' : 'yes',
  }
}
