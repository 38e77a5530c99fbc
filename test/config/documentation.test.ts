import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { FLAG_ALIASES, SECTIONS, variableOf } from '../../src/config/catalogue.ts'
import { toml } from '../../src/config/example.ts'
import { type Option, writtenName } from '../../src/config/option.ts'
import { PLAN_SCHEMA } from '../../src/config/plan-schema.ts'

const committed = Bun.fileURLToPath(new URL('../../docs/configuration.md', import.meta.url))

const INTRODUCTION = `# Configuration

Mailgauge reads one file, \`mailgauge.toml\`: the one named by \`-c\`, \`--config\` or \`MAILGAUGE_CONFIG\`, else the one in the working directory (root refuses one that belongs to another user), else \`/etc/mailgauge/mailgauge.toml\`. \`mailgauge config init\` writes it with every option commented, \`mailgauge config check\` says what is wrong with it, all at once, and \`mailgauge config print\` shows what is in effect and where each value came from.

A flag goes before a variable, a variable before the file, the file before the default:

| where | how \`smtp.max_message\` is written |
|---|---|
| flag | \`--smtp.max_message=50MB\` |
| variable | \`MAILGAUGE_SMTP_MAX_MESSAGE=50MB\` |
| file with a variable's content | \`MAILGAUGE_SMTP_MAX_MESSAGE_FILE=/run/secrets/max_message\` (one final line end is cut off) |
| file | \`max_message = "50MB"\` under \`[smtp]\` |

- An empty variable counts as not set. Lists are separated by commas in variables and flags; a flag given again adds to its list.
- Sizes: \`25MB\`, \`1.5GB\`; units are powers of 1024. Durations: \`500ms\`, \`15s\`, \`10 minutes\`, \`12 hours\`, \`30 days\`, \`2 weeks\`.
- Unknown options are refused by name, in the file, in variables that begin with \`MAILGAUGE_\` and in flags.
- Short flags: ${Object.entries(FLAG_ALIASES)
  .map(([flag, name]) => `\`--${flag}\` is \`--${name}\``)
  .join(', ')}.

## Changing it while the service runs

\`systemctl reload mailgauge\`, or SIGHUP, makes a running service read file, variables and flags again. What is marked *Reload* below, and the plans, take effect at once; anything else does at the next start, and the log names it. A configuration with a single mistake changes nothing: the log says what is wrong, and what was in force stays in force. More in [operating.md](operating.md#reloading).

## Without any configuration

With no file and no variable that begins with \`MAILGAUGE_\`, Mailgauge runs an evaluation: HTTP on 127.0.0.1:8080, SMTP on 127.0.0.1:2525, data in \`./data\`. Flags may change ports and the data directory, but not make it listen beyond this machine.`

const PLANS = `## [plans.<name>]

What accounts of a plan may do; from the file only. The plan \`self-hosted\` is built in (API on, 600 requests per minute, burst 100, all else unlimited): a table of its name changes single keys of it.`

const cell = (text: string) => text.replaceAll('|', '\\|')

function defaultOf(option: Option<unknown>): string {
  if (option.required) return 'must be set'
  if (option.default === undefined) return option.derived ?? option.optional ?? ''
  return `\`${toml(option.default)}\``
}

function row(name: string, option: Option<unknown>): string {
  const allowed = option.allowed ? ` Allowed: ${option.allowed}.` : ''
  const reload = option.reload ? ' *Reload.*' : ''
  return `| \`${name}\` | ${cell(defaultOf(option))} | ${cell(option.sentence + allowed)}${reload} |`
}

function tableOf(options: Readonly<Record<string, Option<unknown>>>): string {
  const rows = Object.entries(options).map(([key, option]) => row(writtenName(key), option))
  return ['| option | default | what it is for |', '|---|---|---|', ...rows].join('\n')
}

function documentation(): string {
  const sections = SECTIONS.map(
    ([name, { sentence, options }]) => `## [${name}]\n\n${sentence}\n\n${tableOf(options)}`,
  )
  return `${[INTRODUCTION, ...sections, PLANS, tableOf(PLAN_SCHEMA)].join('\n\n')}\n`
}

test('docs/configuration.md is what the schema says (UPDATE_GOLDEN=1 writes it)', () => {
  if (process.env['UPDATE_GOLDEN']) writeFileSync(committed, documentation())
  expect(readFileSync(committed, 'utf8')).toBe(documentation())
  expect(variableOf('smtp.max_message')).toBe('MAILGAUGE_SMTP_MAX_MESSAGE')
})
