import type { Inspection } from '../../core/inspection.ts'
import { type Command, EXIT, fail, misuse, withConfig } from '../command.ts'
import { briefChecks, checksText, type Telling } from '../reports/checks.ts'
import { harmless } from '../reports/harmless.ts'
import { inspectionBody } from '../reports/inspection.ts'
import { SCREEN_OPTIONS, screenOf } from '../reports/screen.ts'
import { json } from '../table.ts'

export const check: Command = {
  name: 'check',
  summary: 'Checks a domain or an IP address, without a message',
  about:
    'Of a domain: addresses, SPF with its whole tree, DKIM keys at common selectors, DMARC, MX, MTA-STS, TLS-RPT, DANE, DNSSEC, CAA, BIMI and domain lists. Of an address: reverse DNS and blocklists. There is no score: only a message has one.',
  operands: [{ name: 'name', sentence: 'A domain, or an IPv4 or IPv6 address.' }],
  options: {
    verbose: { sentence: 'Shows for every check why it matters and who can change it.' },
    json: { sentence: 'Prints the checks as JSON.' },
    ...SCREEN_OPTIONS,
    brief: { sentence: 'Prints what is wrong, on one screen.' },
  },
  configured: true,
  examples: [
    ['mailgauge check example.org', 'What the DNS and the lists say of a domain.'],
    ['mailgauge check --json 192.0.2.10', 'For a script: what they say of an address.'],
  ],
  run: withConfig(async ({ io, deps, operands, value, isSet }, config) => {
    const screen = screenOf(io, value('color'))
    if (typeof screen === 'string') return misuse(io, screen)
    const progress = (sentence: string) => {
      if (io.attended) io.say(`${sentence}\n`)
    }
    const inspection = await deps.inspectName(config, operands[0] ?? '', progress)
    if ('refused' in inspection) return fail(io, inspection.refused)
    const telling = { screen, verbose: isSet('verbose'), breadth: true }
    io.out(isSet('json') ? json(inspectionBody(inspection)) : asText(inspection, telling, isSet('brief')))
    return EXIT.done
  }),
}

function asText({ subject, checks }: Inspection, telling: Telling, brief: boolean): string {
  return `${harmless(subject.name)}\n${(brief ? briefChecks : checksText)(checks, telling)}`
}
