import { ENTRIES, FLAG_ALIASES, variableOf } from '../config/catalogue.ts'
import { toml } from '../config/example.ts'
import { closest } from '../config/suggest.ts'
import type { Command } from './command.ts'
import { wrap } from './table.ts'

/** A terminal nobody has widened. */
const WIDTH = 80

const CONFIG_OPTIONS: readonly (readonly [string, string])[] = [
  [
    '-c, --config <file>',
    'The config file. Default: mailgauge.toml here, else /etc/mailgauge/mailgauge.toml.',
  ],
  ['--<section>.<option>=<value>', 'Any option of the config: mailgauge help options.'],
]

/** Help on one command, on a group of commands, on the options of the config, or on everything. Undefined: no such topic. */
export function helpOn(topic: string, commands: readonly Command[]): string | undefined {
  if (topic === '') return overview(commands)
  if (topic === 'options') return optionList()
  const command = commands.find(({ name }) => name === topic)
  if (command) return commandHelp(command)
  const group = commands.filter(({ name }) => name.startsWith(`${topic} `))
  if (group.length === 0) return undefined
  return `Usage: mailgauge ${topic} <command>\n\n${commandList(group)}\nMore about one of them: mailgauge help ${group[0]?.name}\n`
}

/** What may have been meant by a topic that does not exist. */
export function topicMeant(topic: string, commands: readonly Command[]): string | undefined {
  const names = commands.map(({ name }) => name)
  return closest(topic, [...names, ...names.map((name) => name.split(' ')[0] ?? ''), 'options'])
}

function overview(commands: readonly Command[]): string {
  return `Mailgauge measures how well an e-mail is delivered.

Usage: mailgauge <command> [options]

${commandList(commands)}
More about one of them:    mailgauge help <command>
The options of the config: mailgauge help options
To try it on this machine: mailgauge serve
`
}

function commandList(commands: readonly Command[]): string {
  return `Commands:\n${columns(commands.map(({ name, summary }) => [name, summary] as const))}`
}

function commandHelp(command: Command): string {
  const { name, summary, about, operands = [], options = {}, configured, examples = [] } = command
  const usage = operands.map((operand) => usageOf(operand))
  const own = Object.entries(options).map(([option, { value, sentence, default: standard }]) => {
    const shown = value === undefined ? `--${option}` : `--${option} <${value}>`
    return [shown, standard === undefined ? sentence : `${sentence} Default: ${standard}.`] as const
  })
  const all = [...own, ...(configured ? CONFIG_OPTIONS : []), ['-h, --help', 'Shows this.'] as const]
  return [
    `Usage: ${['mailgauge', name, ...usage, '[options]'].join(' ')}\n`,
    `${summary}.\n${about === undefined ? '' : `\n${wrap(about, WIDTH).join('\n')}\n`}`,
    ...(operands.length > 0
      ? [`Operands:\n${columns(operands.map(({ name: operand, sentence }) => [operand, sentence]))}`]
      : []),
    `Options:\n${columns(all)}`,
    ...(examples.length > 0
      ? [`Examples:\n${examples.map(([line, does]) => `  ${line}\n      ${does}\n`).join('')}`]
      : []),
  ].join('\n')
}

function usageOf({ name, optional, several }: NonNullable<Command['operands']>[number]): string {
  return `${optional ? `[${name}]` : `<${name}>`}${several ? '...' : ''}`
}

function optionList(): string {
  const flagOf = new Map(Object.entries(FLAG_ALIASES).map(([alias, name]) => [name, alias]))
  const rows = ENTRIES.map(({ name, option }) => {
    const alias = flagOf.get(name)
    const standard = option.default === undefined ? (option.derived ?? option.optional) : toml(option.default)
    const notes = [
      option.sentence,
      ...(option.allowed ? [`Allowed: ${option.allowed}.`] : []),
      standard === undefined ? 'Must be set.' : `Default: ${standard}.`,
      ...(alias ? [`Short: --${alias}.`] : []),
    ]
    return `  --${name}\n${wrap(notes.join(' '), WIDTH - 6)
      .map((line) => `      ${line}\n`)
      .join('')}`
  })
  return `Options of the config: as flags, as variables such as
${variableOf('smtp.max_message')}, or in the file (mailgauge config init).

${rows.join('')}`
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows
    .flatMap(([left, right]) =>
      wrap(right, WIDTH - width - 4).map(
        (line, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${line}\n`,
      ),
    )
    .join('')
}
