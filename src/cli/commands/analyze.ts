import { isIP } from 'node:net'
import type { FileRequest } from '../../app/analyze-file.ts'
import type { Report } from '../../core/report.ts'
import { type Command, EXIT, fail, type Invocation, misuse, withConfig } from '../command.ts'
import {
  besideEvidence,
  otherVersions,
  readEvidenceFile,
  whyNotWritten,
  writeEvidenceFile,
} from '../evidence-files.ts'
import { leastScore, NO_SCORE } from '../min-score.ts'
import { reportJson, reportText } from '../report.ts'

export const analyze: Command = {
  name: 'analyze',
  summary: 'Judges a message from a file',
  about:
    'Everything that the file and the DNS can tell is judged. What a file cannot tell (the sending host, TLS, HELO) is neutral unless you name it. A file without any CRLF is read as if its line ends were CRLF.',
  operands: [{ name: 'file', sentence: 'The message (.eml), or - for standard input.' }],
  options: {
    'client-ip': { value: 'address', sentence: 'The address the message was sent from.' },
    helo: { value: 'name', sentence: 'The name the sending host gave with EHLO.' },
    from: { value: 'address', sentence: 'The envelope sender (MAIL FROM); "<>" is the null sender.' },
    'trust-received': {
      sentence:
        'Takes the sending host, HELO and TLS from the topmost Received field with a public address, and the sender from Return-Path.',
    },
    evidence: {
      value: 'file',
      sentence: 'Makes the report of the same message again from what --evidence-out wrote, and asks nobody.',
    },
    'evidence-out': {
      value: 'file',
      sentence:
        'Writes what the report rests on: every answer and the settings. Keep it private: keys of blocklists are among them.',
    },
    offline: {
      sentence:
        'Asks no DNS question, no web server and no scanner: checks that need an answer are not determined.',
    },
    'min-score': { value: 'points', sentence: 'Ends with exit code 3 when the score is lower.' },
    verbose: { sentence: 'Says of every check why it matters and who can change it.' },
    json: { sentence: 'Prints the report as JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge analyze message.eml', 'A report for people.'],
    [
      'mailgauge analyze --trust-received --min-score 9 message.eml',
      'For a script: exit code 3 below 9 points.',
    ],
    [
      'mailgauge analyze --evidence-out answers.json message.eml',
      'Keeps every answer: with --evidence the same report can be made again.',
    ],
    [
      'mailgauge analyze --client-ip 192.0.2.10 --helo mail.example.org --from bounce@example.org - < message.eml',
      'With what the file cannot tell.',
    ],
  ],
  run: withConfig(async (invocation, config) => {
    const { io, deps, operands } = invocation
    const beside = besideEvidence(invocation)
    if (beside !== undefined) return misuse(io, beside)
    const asked = requestOf(invocation)
    if (typeof asked === 'string') return misuse(io, asked)
    const least = leastScore(invocation.value('min-score'))
    if (Number.isNaN(least)) return misuse(io, NO_SCORE)
    const bytes = await io.readBytes(operands[0] ?? '-')
    if (bytes === undefined) return fail(io, `There is no file ${operands[0]}.`)
    const unwritable = whyNotWritten(invocation)
    if (unwritable !== undefined) return fail(io, unwritable)
    const evidence = readEvidenceFile(invocation)
    if (evidence !== undefined && 'refused' in evidence) return fail(io, evidence.refused)
    if (bytes.length > config.smtp.maxMessage) {
      return fail(
        io,
        `The file has ${bytes.length} bytes; a message may have ${config.smtp.maxMessage} (smtp.max_message).`,
      )
    }
    const progress = (sentence: string) => {
      if (io.attended) io.say(`${sentence}\n`)
    }
    const result = await deps.analyzeFile(config, { ...asked, ...evidence, bytes, progress })
    if (result.kind === 'failed') return fail(io, `The message could not be analysed: ${result.reason}`)
    show(invocation, result.report)
    if (evidence) io.say(otherVersions(evidence.evidence, result.evidence))
    const refused = writeEvidenceFile(invocation, result.evidence)
    if (refused !== undefined) return fail(io, refused)
    return result.report.score < (least ?? 0) ? EXIT.belowScore : EXIT.done
  }),
}

function requestOf({ value, isSet }: Invocation): Omit<FileRequest, 'bytes' | 'progress'> | string {
  const clientAddress = value('client-ip')
  if (clientAddress !== undefined && isIP(clientAddress) === 0) {
    return `--client-ip: expected an address such as 192.0.2.10, found "${clientAddress}".`
  }
  const helo = value('helo')
  const sender = value('from')
  if (sender !== undefined && !/^(?:<>|<?[^\s<>]+@[^\s<>@]+>?)?$/.test(sender)) {
    return `--from: expected an address such as bounce@example.org, or "<>", found "${sender}".`
  }
  return {
    offline: isSet('offline'),
    trustReceived: isSet('trust-received'),
    ...(clientAddress !== undefined && { clientAddress }),
    ...(helo !== undefined && { helo }),
    ...(sender !== undefined && { sender }),
  }
}

function show({ io, isSet }: Invocation, report: Report): void {
  io.out(isSet('json') ? reportJson(report) : reportText(report, isSet('verbose')))
}
