import type { FileResult } from '../../app/analyze-file.ts'
import type { Config } from '../../config/config.ts'
import { bounceBody } from '../../services/bounces/body.ts'
import { type Command, EXIT, fail, type Invocation, misuse, withConfig } from '../command.ts'
import {
  besideEvidence,
  gatheredOn,
  otherVersions,
  readEvidenceFile,
  whyNotWritten,
  writeEvidenceFile,
} from '../evidence-files.ts'
import { analyzeInOrder, outcomeJson, Summary } from '../message-files/many.ts'
import { besideTry, triedOneClick } from '../message-files/one-click.ts'
import { type Asked, requestOf, SESSION_OPTIONS } from '../message-files/request.ts'
import { type Found, findMessages, MESSAGES } from '../message-files/sources.ts'
import { leastScore, NO_SCORE } from '../min-score.ts'
import { bounceAbove } from '../reports/bounce.ts'
import { type OneClickTold, oneClickBody, oneClickText } from '../reports/one-click.ts'
import { reportJson, reportText } from '../reports/report.ts'
import { SCREEN_OPTIONS, screenOf } from '../reports/screen.ts'

export const analyze: Command = {
  name: 'analyze',
  summary: 'Analyses messages from files',
  about:
    'Checks everything that the file and the DNS show. What a file does not show (the sending host, TLS, HELO) is neutral unless you name it. A file without any CRLF is read as if its line ends were CRLF. Several messages print a table, or with --json one line of JSON each; a message that cannot be analysed is named, and the others go on.',
  operands: [
    {
      name: 'file',
      sentence:
        'A message (.eml), an mbox file, a folder (also a Maildir), or - for standard input. Of a folder, files that begin like a message are read, in the order of their paths; hidden files and links to folders are not.',
      several: true,
    },
  ],
  options: {
    ...SESSION_OPTIONS,
    evidence: {
      value: 'file',
      sentence:
        'Makes the report of the same message again from what --evidence-out wrote, without any query.',
    },
    'evidence-out': {
      value: 'file',
      sentence:
        'Writes what the report rests on: every answer and the settings. Keep it private: keys of blocklists are among them.',
    },
    offline: {
      sentence:
        'Sends no query to the DNS, web servers or scanners: checks that need an answer are not determined.',
    },
    'try-unsubscribe': {
      sentence:
        'Sends the one-click request of a marketing or list message once (RFC 8058), and says what came of it. If it works, the recipient is really unsubscribed.',
    },
    message: { value: 'number', sentence: 'The message of an mbox file to analyse; 1 is the first.' },
    'min-score': {
      value: 'points',
      sentence: 'Ends with exit code 3 when the score, or that of any of several messages, is lower.',
    },
    verbose: { sentence: 'Shows for every check why it matters and who can change it.' },
    ...SCREEN_OPTIONS,
    json: { sentence: 'Prints the report as JSON; of several messages one line each (NDJSON).' },
  },
  configured: true,
  examples: [
    ['mailgauge analyze message.eml', 'Prints a report.'],
    ['mailgauge analyze --brief message.eml', 'The score and what to do first, on one screen.'],
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
      'With what the file does not show.',
    ],
    [
      'mailgauge analyze --try-unsubscribe newsletter.eml',
      'Tries whether one click unsubscribes: its recipient is off the list then.',
    ],
    ['mailgauge analyze a.eml mail/ box.mbox', 'A table of all messages.'],
    ['mailgauge analyze --message 3 box.mbox', 'The third message of an mbox file.'],
  ],
  run: withConfig(async (invocation, config) => {
    const { io, operands, value } = invocation
    const asked = requestOf(invocation)
    const least = leastScore(value('min-score'))
    const only = value('message')
    const screen = screenOf(io, value('color'))
    const misused = [
      typeof screen === 'string' ? screen : undefined,
      besideEvidence(invocation),
      besideTry(invocation),
      typeof asked === 'string' ? asked : undefined,
      Number.isNaN(least) ? NO_SCORE : undefined,
      only === undefined ? undefined : whyNotNumbered(only, operands),
    ].find((reason) => reason !== undefined)
    if (misused !== undefined || typeof asked === 'string') return misuse(io, misused ?? '')
    const { whyNoMessage } = await import('../../app/file-message.ts')
    const found = findMessages(operands, {
      cwd: io.cwd,
      mostBytes: config.smtp.maxMessage,
      ...(only !== undefined && { only: Number(only) }),
      ...MESSAGES,
      isWanted: (start) => whyNoMessage(start) === undefined,
      standardInput: io.readInput,
    })
    const first = await found.next()
    const second = await found.next()
    if (first.done) return fail(io, 'There is no message.')
    if (second.done) return analyzeOne(invocation, config, asked, first.value, least)
    const whole = rejoined([first.value, second.value], found)
    return analyzeMany(invocation, config, asked, whole, least)
  }),
}

async function analyzeOne(
  invocation: Invocation,
  config: Config,
  asked: Asked,
  found: Found,
  least: number | undefined,
): Promise<number> {
  const { io } = invocation
  if ('refused' in found) return fail(io, found.refused)
  const unwritable = whyNotWritten(invocation)
  if (unwritable !== undefined) return fail(io, unwritable)
  const evidence = readEvidenceFile(invocation)
  if (evidence !== undefined && 'refused' in evidence) return fail(io, evidence.refused)
  const { whyNoMessage } = await import('../../app/file-message.ts')
  const notAMessage = evidence ? undefined : whyNoMessage(found.bytes)
  if (notAMessage !== undefined) return fail(io, notAnalysed(notAMessage))
  const analysis = await openFor(invocation, config, asked, evidence)
  try {
    const result = await analysis.analyze({ ...asked, bytes: found.bytes })
    if (result.kind === 'failed') return fail(io, notAnalysed(result.reason))
    const tried = invocation.isSet('try-unsubscribe')
      ? await triedOneClick(invocation, config, found.bytes, result.report)
      : undefined
    show(invocation, { ...result, tried })
    if (evidence) io.say(gatheredOn(evidence.evidence) + otherVersions(evidence.evidence, result.evidence))
    const refused = writeEvidenceFile(invocation, result.evidence)
    if (refused !== undefined) return fail(io, refused)
    return result.report.score < (least ?? 0) ? EXIT.belowScore : EXIT.done
  } finally {
    await analysis.close()
  }
}

const notAnalysed = (reason: string) => `The message could not be analysed: ${reason}`

async function analyzeMany(
  invocation: Invocation,
  config: Config,
  asked: Asked,
  found: AsyncIterable<Found>,
  least: number | undefined,
): Promise<number> {
  const { io, isSet } = invocation
  const evidence = ['evidence', 'evidence-out', 'try-unsubscribe'].find(isSet)
  if (evidence !== undefined) {
    return misuse(io, `--${evidence} belongs to one message: name one file, or one message with --message.`)
  }
  const summary = new Summary(least)
  const analysis = await openFor(invocation, config, asked)
  try {
    for await (const outcome of analyzeInOrder(found, analysis, asked)) {
      summary.add(outcome)
      if (isSet('json')) io.out(outcomeJson(outcome))
    }
  } finally {
    await analysis.close()
  }
  if (!isSet('json')) io.out(summary.text())
  if (summary.below > 0) return EXIT.belowScore
  return summary.failed > 0 ? EXIT.failed : EXIT.done
}

function openFor(
  { io, deps, isSet }: Invocation,
  config: Config,
  { clientAddress, trustReceived }: Asked,
  evidence?: { evidence: unknown },
) {
  return deps.openFileAnalysis(config, {
    offline: isSet('offline'),
    sendersKnown: clientAddress !== undefined || trustReceived,
    ...evidence,
    progress(sentence) {
      if (io.attended) io.say(`${sentence}\n`)
    },
  })
}

function whyNotNumbered(given: string, operands: readonly string[]): string | undefined {
  if (!/^[1-9]\d{0,8}$/.test(given)) return `--message: expected a number such as 3, found "${given}".`
  return operands.length > 1 ? '--message names a message of one file: name one mbox file.' : undefined
}

async function* rejoined<T>(taken: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* taken
  yield* rest
}

type Shown = Pick<Extract<FileResult, { kind: 'report' }>, 'report' | 'bounce'> & {
  tried: OneClickTold | undefined
}

function show({ io, isSet, value }: Invocation, { report, bounce, tried }: Shown): void {
  const screen = screenOf(io, value('color'))
  const telling = {
    verbose: isSet('verbose'),
    brief: isSet('brief'),
    ...(typeof screen === 'object' && { screen }),
  }
  if (isSet('json')) {
    const beside = {
      ...(bounce && { bounce: bounceBody(bounce) }),
      ...(tried && { one_click: oneClickBody(tried) }),
    }
    io.out(reportJson(report, beside))
    return
  }
  io.out(bounceAbove(bounce, telling) + reportText(report, telling))
  if (tried) io.out(oneClickText(tried, telling.screen?.width))
}
