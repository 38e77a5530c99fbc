import type { Examination } from '../../app/doctor/doctor-command.ts'
import { type Finding, type FindingState, type Step, worstFirst } from '../../services/doctor/finding.ts'
import { type Command, EXIT } from '../command.ts'
import { configWithFiles } from '../config-with-files.ts'
import { withoutControl } from '../io.ts'
import { json, wrap } from '../table.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks the installation and says what to do',
  about:
    'Asks the DNS, the listeners, the certificates, the relay, the blocklists, the disk and the database, side by side and for ten seconds at most. Runs beside the service and without it, as the user that runs it, also with a wrong configuration or a damaged database, and changes nothing. What could not be found out is said to be unknown. The exit code is 1 when something is a problem.',
  options: { json: { sentence: 'Prints the findings as JSON.' } },
  configured: true,
  examples: [
    ['mailgauge doctor', 'What is wrong, the worst first.'],
    ['mailgauge doctor --json | jq -r \'.findings[] | select(.state == "problem") | .id\'', 'For scripts.'],
  ],
  async run(invocation) {
    const { io, deps, isSet } = invocation
    if (io.attended && !isSet('json')) io.say('Looking; this takes up to ten seconds.\n')
    const loaded = await configWithFiles(invocation)
    const { config, ...source } = loaded.ok ? { ...loaded, doubtful: [] } : loaded.nearly
    const start = await deps.checkStart({ ...source, config })
    const problems = loaded.ok ? [] : loaded.problems
    const known = { ...source, problems, startProblems: start.problems }
    const seen = await deps.examine(config, known, (sentence) => io.say(`${sentence}\n`))
    const findings = worstFirst(seen.findings)
    io.out(isSet('json') ? asJson(seen.service, findings) : withoutControl(asText(seen.service, findings)))
    return findings.some(({ state }) => state === 'problem') ? EXIT.failed : EXIT.done
  },
}

const SERVICE: Readonly<Record<Examination['service'], string>> = {
  beside: 'The service runs beside this command.',
  none: 'The service does not run: what only a running one shows is unknown.',
  unknown: 'Whether the service runs could not be found out.',
}

const IN_JSON: Readonly<Record<Examination['service'], string>> = {
  beside: 'running',
  none: 'not running',
  unknown: 'unknown',
}

function asJson(service: Examination['service'], findings: readonly Finding[]): string {
  return json({
    service: IN_JSON[service],
    findings: findings.map(({ id, title, host, state, seen, steps = [], read }) => ({
      id,
      title,
      ...(host !== undefined && { host }),
      state,
      seen,
      steps,
      read,
    })),
  })
}

const WIDTH = 80
const INDENT = 11

const LABELS: Readonly<Record<FindingState, string>> = {
  ok: 'ok',
  unknown: 'unknown',
  attention: 'attention',
  problem: 'PROBLEM',
}

function asText(service: Examination['service'], findings: readonly Finding[]): string {
  const told = findings.map((finding) => findingText(finding)).join('')
  return `${SERVICE[service]}\n\n${told}\n${totals(findings)}\n`
}

function findingText({ state, title, host, seen, steps = [], read }: Finding): string {
  const head = `${LABELS[state].padEnd(INDENT)}${title}${host === undefined ? '' : ` of ${host}`}\n`
  const body = [seen, ...(state === 'ok' ? [] : steps)].map((part) =>
    typeof part === 'string' ? paragraph(part) : stepText(part),
  )
  const more = state === 'ok' || state === 'unknown' ? '' : paragraph(`More: ${read}`)
  return `${head}${body.join('')}${more}`
}

const blank = ' '.repeat(INDENT)

const paragraph = (text: string) =>
  wrap(text, WIDTH - INDENT)
    .map((line) => `${blank}${line}\n`)
    .join('')

/** Lines to copy are never broken. */
function stepText({ says, lines = [] }: Step): string {
  return paragraph(says) + lines.map((line) => `${blank}    ${line}\n`).join('')
}

function totals(findings: readonly Finding[]): string {
  const of = (state: FindingState) => findings.filter((finding) => finding.state === state).length
  const problems = of('problem')
  const counted = [
    problems === 1 ? '1 problem' : `${problems} problems`,
    `${of('attention')} to look at`,
    `${of('unknown')} unknown`,
    `${of('ok')} in order`,
  ]
  return `${counted.join(', ')}.`
}
