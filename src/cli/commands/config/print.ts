import { toml } from '../../../config/example.ts'
import type { LoadedConfig, Setting } from '../../../config/load.ts'
import { masked } from '../../../config/masked.ts'
import { writtenName } from '../../../config/option.ts'
import { type Command, configFor, EXIT, sayProblems } from '../../command.ts'
import { json } from '../../table.ts'

type Loaded = Extract<LoadedConfig, { ok: true }>

export const configPrint: Command = {
  name: 'config print',
  summary: 'Shows the config in effect, and where values came from',
  about: 'Secrets are masked. What is printed can be read as a config file.',
  options: { json: { sentence: 'Prints JSON.' } },
  configured: true,
  async run(invocation) {
    const { io, isSet } = invocation
    const loaded = await configFor(invocation)
    if (!loaded.ok) return sayProblems(io, loaded.problems)
    io.out(isSet('json') ? json(asObject(loaded)) : asToml(loaded))
    return EXIT.done
  },
}

function asObject({ settings, config, file }: Loaded) {
  const values = settings.map((setting) => [setting.name, { value: masked(setting), from: setting.from }])
  return {
    ...(file && { file }),
    evaluation: config.evaluation,
    settings: Object.fromEntries(values),
    plans: config.plans,
  }
}

function asToml({ settings, config, file }: Loaded): string {
  const head = config.evaluation ? 'Evaluation: no config file and no variable.' : `File: ${file ?? 'none'}`
  const sections = Map.groupBy(settings, ({ name }) => name.split('.')[0] ?? '')
  const written = [...sections].map(([section, inside]) => `[${section}]\n${inside.map(line).join('')}`)
  return [`# ${head}\n`, ...written, ...planLines(config.plans)].join('\n')
}

function line(setting: Setting): string {
  const key = setting.name.split('.')[1] ?? ''
  return setting.written === undefined
    ? `# ${key} is not set: ${setting.from}\n`
    : `${`${key} = ${toml(masked(setting))}`.padEnd(40)}  # ${setting.from}\n`
}

/** Days are the form in which the rest of the program reads a plan's lifetimes; in the file they are durations. */
function planLines(plans: Loaded['config']['plans']): string[] {
  return Object.values(plans).map(({ name, testLifetimeDays, dmarcDays, ...limits }) => {
    const lines = Object.entries(limits).map(([key, value]) => `${writtenName(key)} = ${toml(value)}\n`)
    const minutes = testLifetimeDays === undefined ? undefined : Math.round(testLifetimeDays * 24 * 60)
    const lifetime = minutes === undefined ? '' : `test_lifetime = "${minutes} minutes"\n`
    const dmarc = dmarcDays === undefined ? '' : `dmarc_lifetime = "${dmarcDays} days"\n`
    return `[plans.${name}]\n${lines.join('')}${lifetime}${dmarc}`
  })
}
