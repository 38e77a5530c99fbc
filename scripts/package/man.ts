import type { Command } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { ENTRIES, SECTIONS, variableOf } from '../../src/config/catalogue.ts'
import { toml } from '../../src/config/example.ts'

/** A text in which roff finds nothing to obey. */
const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')

const bold = (text: string) => `.B ${roff(text)}`
const paragraph = (text: string) => `.PP\n${roff(text)}`
const term = (name: string, text: string) => `.TP\n${bold(name)}\n${roff(text)}`
const literal = (lines: readonly string[]) => `.PP\n.nf\n${lines.map(roff).join('\n')}\n.fi`
const section = (title: string, ...parts: string[]) => [`.SH "${title}"`, ...parts].join('\n')

function head(name: string, number: number, version: string, date: string, what: string): string {
  return [
    `.TH ${roff(name.toUpperCase())} ${number} "${date}" "mailgauge ${roff(version)}"`,
    section('NAME', `${roff(name)} \\- ${roff(what)}`),
  ].join('\n')
}

function commandPart(command: Command): string {
  const { name, summary, about, operands = [], options = {}, examples = [] } = command
  const words = operands.map(({ name: operand, optional, several }) => {
    return `${optional ? `[${operand}]` : `<${operand}>`}${several ? '...' : ''}`
  })
  const own = Object.entries(options).map(([option, { value, sentence, default: standard }]) => {
    const shown = value === undefined ? `--${option}` : `--${option} <${value}>`
    return term(shown, standard === undefined ? sentence : `${sentence} Default: ${standard}.`)
  })
  return [
    `.SS "${roff(['mailgauge', name, ...words].join(' '))}"`,
    roff(`${summary}.`),
    ...(about === undefined ? [] : [paragraph(about)]),
    ...operands.map(({ name: operand, sentence }) => term(operand, sentence)),
    ...own,
    ...examples.map(([line, does]) => `${literal([`    ${line}`])}\n${roff(does)}`),
  ].join('\n')
}

const EXIT_CODES = [
  ['0', 'Done.'],
  ['1', 'What was asked for could not be done.'],
  ['2', 'The command line or the configuration is wrong.'],
  ['3', 'A message scored less than was asked for.'],
  ['4', 'What was waited for did not come in time.'],
  ['5', 'Checks that count could not be determined.'],
  ['78', 'The service does not start, and would not if it were started again: it says what to do.'],
] as const

const FILES = [
  [
    '/etc/mailgauge/mailgauge.toml',
    'The configuration, unless a mailgauge.toml is in the working directory.',
  ],
  ['/var/lib/mailgauge', 'Database, keys and self-made certificate of the packaged service.'],
  ['/usr/lib/systemd/system/mailgauge.service', 'Its unit. Change it with systemctl edit mailgauge.'],
] as const

const terms = (rows: readonly (readonly [string, string])[]) => rows.map(([name, text]) => term(name, text))

/** mailgauge(1), out of what `mailgauge help` says of each command. */
export function commandPage(version: string, date: string): string {
  return `${[
    head('mailgauge', 1, version, date, 'measures how well e-mail is delivered'),
    section('SYNOPSIS', '.B mailgauge\n<command> [options]'),
    section(
      'DESCRIPTION',
      roff(
        'Receives mail at test addresses and reports what receivers will make of it. mailgauge serve is the service; all other commands run beside it or without it. As a service, run commands as its user: sudo -u mailgauge mailgauge doctor.',
      ),
    ),
    section('COMMANDS', ...COMMANDS.map(commandPart)),
    section(
      'OPTIONS',
      term(
        '-c, --config <file>',
        'The config file, for commands that read one. Default: mailgauge.toml here, else /etc/mailgauge/mailgauge.toml.',
      ),
      term('--<section>.<option>=<value>', 'Any option of the config: see mailgauge.toml(5).'),
      term('-h, --help', 'Shows help on the command.'),
    ),
    section(
      'SIGNALS',
      term('SIGTERM, SIGINT', 'End the service. Accepted mail is never lost.'),
      term('SIGHUP', 'Has the running service read its configuration and certificates anew.'),
    ),
    section('EXIT STATUS', ...terms(EXIT_CODES)),
    section('FILES', ...terms(FILES)),
    section('SEE ALSO', '.BR mailgauge.toml (5)'),
  ].join('\n')}\n`
}

/** mailgauge.toml(5), out of the schema. */
export function configPage(version: string, date: string): string {
  const sections = SECTIONS.map(([name, { sentence }]) => {
    const options = ENTRIES.filter((entry) => entry.section === name)
    return [`.SS "[${roff(name)}]"`, roff(sentence), ...options.map(optionPart)].join('\n')
  })
  return `${[
    head('mailgauge.toml', 5, version, date, 'configuration of mailgauge'),
    section(
      'DESCRIPTION',
      roff(
        `A TOML file. A flag goes before a variable, a variable before the file, the file before the default: smtp.max_message is --smtp.max_message=50MB, ${variableOf('smtp.max_message')}=50MB, or max_message = "50MB" under [smtp]. Each variable has a twin that names a file with its content, with _FILE at its end. Sizes are written "25MB" (units are powers of 1024), durations "15s", "10 minutes", "30 days".`,
      ),
      paragraph(
        'mailgauge config check says everything that is wrong, mailgauge config print what is in effect.',
      ),
    ),
    section('OPTIONS', ...sections),
    section('SEE ALSO', '.BR mailgauge (1)'),
  ].join('\n')}\n`
}

function optionPart({ name, option }: (typeof ENTRIES)[number]): string {
  const standard = option.default === undefined ? (option.derived ?? option.optional) : toml(option.default)
  const notes = [
    option.sentence,
    ...(option.allowed ? [`Allowed: ${option.allowed}.`] : []),
    standard === undefined ? 'Must be set.' : `Default: ${standard.replace(/\.$/, '')}.`,
  ]
  return term(name, notes.join(' '))
}
