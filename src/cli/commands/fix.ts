import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { parseDuration } from '../../config/units.ts'
import { nsupdateScript, USUAL_TTL } from '../../core/applying/nsupdate.ts'
import { appliedSets, type RecordSet } from '../../core/applying/record-set.ts'
import { terraformConfig, whyNotTerraform } from '../../core/applying/terraform.ts'
import { zoneFile } from '../../core/applying/zone-file.ts'
import type { Check } from '../../core/check.ts'
import { isToken } from '../../core/mail-test.ts'
import { API_OPTIONS, withApi } from '../api-client.ts'
import { type Command, EXIT, fail, type Invocation, misuse, withConfig } from '../command.ts'
import { besideEvidence, readEvidenceFile } from '../evidence-files.ts'
import { requestOf, SESSION_OPTIONS } from '../message-files/request.ts'
import { findMessages, MESSAGES } from '../message-files/sources.ts'
import { type Fixes, fixesOfApi, fixOf } from '../reports/fixes.ts'

const FORMS = ['zone', 'nsupdate', 'terraform'] as const
type Form = (typeof FORMS)[number]

export const fix: Command = {
  name: 'fix',
  summary: 'Prints the records that fix a message, for programs',
  about:
    'Only records of the plan that were tried against everything that works today, and that win points. What is replaced is named record by record; other records of the name stay. nsupdate changes a record set only while it is what the report saw. Some records are right on a condition alone, which stands above them and on standard error: read them first. Steps without such a record are named on standard error.',
  operands: [
    {
      name: 'file',
      sentence:
        'A message (.eml), - for standard input, or a test of the service: its token, or the address of its report.',
    },
  ],
  options: {
    zone: { sentence: 'Lines of a zone file, which is what is printed without any of the three.' },
    nsupdate: { sentence: 'A script for nsupdate (RFC 2136).' },
    terraform: { sentence: 'Terraform for the provider hashicorp/dns.' },
    all: { sentence: 'Also records that win no points.' },
    ttl: { value: 'duration', sentence: 'How long resolvers may keep the records.', default: '1h' },
    ...SESSION_OPTIONS,
    evidence: {
      value: 'file',
      sentence: 'Goes by what mailgauge analyze --evidence-out wrote of the same message, without any query.',
    },
    ...API_OPTIONS,
  },
  configured: true,
  examples: [
    ['mailgauge fix --trust-received message.eml', 'Lines for a zone file.'],
    [
      'mailgauge fix --nsupdate "$token" > fix.txt',
      'A script to read, and to publish by nsupdate -k update.key fix.txt.',
    ],
    ['mailgauge fix --terraform "$token" > fix.tf', 'The same as Terraform.'],
  ],
  run(invocation) {
    const { io, operands, isSet, value } = invocation
    const [named = ''] = operands
    const forms = FORMS.filter(isSet)
    if (forms.length > 1) {
      return misuse(io, `--${forms.join(' and --')} cannot both be printed: choose one.`)
    }
    const ttl = secondsOf(value('ttl'))
    if (ttl === undefined) {
      return misuse(
        io,
        `--ttl: expected a duration of a minute to a week, such as 1h, found "${value('ttl')}".`,
      )
    }
    const printing = { form: forms[0] ?? 'zone', ttl }
    const token = tokenIn(named)
    const isOfService = token !== undefined && !io.exists(resolve(io.cwd, named))
    return isOfService ? ofTest(token, printing)(invocation) : ofFile(named, printing)(invocation)
  },
}

/** The token of a test, given alone or in the address of its report. */
function tokenIn(named: string): string | undefined {
  const token = /^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?\/t\/([^/?#\s]+)(?:[/?#]\S*)?$/.exec(named)?.[1] ?? named
  return isToken(token) ? token : undefined
}

interface Printing {
  form: Form
  ttl: number
}

const WEEK = 604_800

function secondsOf(written: string | undefined): number | undefined {
  if (written === undefined) return USUAL_TTL
  const milliseconds = parseDuration(written)
  const seconds = milliseconds === undefined ? 0 : Math.round(milliseconds / 1000)
  return seconds >= 60 && seconds <= WEEK ? seconds : undefined
}

const ofTest = (token: string, printing: Printing) =>
  withApi(async (invocation, client) => {
    const report = await client.getTest(token)
    const { io } = invocation
    if (report.status === 'pending') {
      return fail(io, 'There is no report yet: mailgauge test wait waits for it.')
    }
    if (report.status === 'failed') return fail(io, 'The message could not be analysed.')
    if (report.gated)
      return fail(io, 'The plan of the account does not include the full report on this test.')
    return print(invocation, fixesOfApi(report.checks), printing)
  })

const ofFile = (named: string, printing: Printing) =>
  withConfig(async (invocation, config) => {
    const checks = await checksOf(invocation, config, named)
    if (typeof checks === 'number') return checks
    return print(invocation, fixOf(checks), printing)
  })

/** The checks of one message; an exit code where there are none. */
async function checksOf(
  invocation: Invocation,
  config: Config,
  named: string,
): Promise<readonly Check[] | number> {
  const { io, deps } = invocation
  const asked = requestOf(invocation)
  if (typeof asked === 'string') return misuse(io, asked)
  const beside = besideEvidence(invocation)
  if (beside !== undefined) return misuse(io, beside)
  const evidence = readEvidenceFile(invocation)
  if (evidence !== undefined && 'refused' in evidence) return fail(io, evidence.refused)
  const { whyNoMessage } = await import('../../app/file-message.ts')
  const found = findMessages([named], {
    cwd: io.cwd,
    mostBytes: config.smtp.maxMessage,
    ...MESSAGES,
    isWanted: (start) => whyNoMessage(start) === undefined,
    standardInput: io.readInput,
  })
  const { value: first } = await found.next()
  if (!first) return fail(io, 'There is no message.')
  if ('refused' in first) return fail(io, first.refused)
  if (!(await found.next()).done) return misuse(io, `${named} holds several messages: name a file with one.`)
  const analysis = await deps.openFileAnalysis(config, {
    offline: false,
    sendersKnown: asked.clientAddress !== undefined || asked.trustReceived,
    ...evidence,
    progress: (sentence) => {
      if (io.attended) io.say(`${sentence}\n`)
    },
  })
  try {
    const result = await analysis.analyze({ ...asked, bytes: first.bytes })
    if (result.kind === 'failed') return fail(io, `The message could not be analysed: ${result.reason}`)
    return result.report.checks
  } finally {
    await analysis.close()
  }
}

/** The records go to standard output, and what is not among them is said. */
function print({ io, isSet }: Invocation, fixes: Fixes, { form, ttl }: Printing): number {
  const wanted = isSet('all') ? fixes.sets : fixes.sets.filter(({ wins }) => wins)
  const sets = appliedSets(wanted.map(({ set }) => set))
  const unfit = form === 'terraform' ? sets.filter((set) => whyNotTerraform(set) !== undefined) : []
  const printed = sets.length - unfit.length
  if (printed > 0) io.out(written(sets, form, ttl).trimEnd())
  const left = [
    ...(printed === 0 ? ['There is no record to publish.'] : wanted.flatMap(({ conditions }) => conditions)),
    ...unfit.map((set) => `Not as Terraform: ${placeOf(set)}, as ${whyNotTerraform(set)}.`),
    ...(fixes.sets.length > wanted.length
      ? ['Records that win no points are left out: --all prints them too.']
      : []),
    ...fixes.left.map((what) => `Not among them: ${what}`),
  ]
  if (left.length > 0) io.say(`${left.join('\n')}\n`)
  return EXIT.done
}

const placeOf = ({ owner, type }: { owner: string; type: string }) => `${type} of ${owner}`

function written(sets: readonly RecordSet[], form: Form, ttl: number): string {
  if (form === 'nsupdate') return nsupdateScript(sets, ttl)
  return form === 'terraform' ? terraformConfig(sets, ttl) : zoneFile(sets)
}
