import { resolve } from 'node:path'
import { entryOf } from '../../../config/catalogue.ts'
import { exampleToml } from '../../../config/example.ts'
import { fromFlags } from '../../../config/from-flags.ts'
import { type Command, EXIT, fail, type Invocation, sayProblems } from '../../command.ts'

export const configInit: Command = {
  name: 'config init',
  summary: 'Writes a config file with every option, commented',
  about:
    'An existing file is never overwritten. Options given as flags stand in it uncommented; smtp.domain, which has no default, stands in it with an example.',
  operands: [
    {
      name: 'file',
      sentence: 'Where to write it; - is standard output. Without it: mailgauge.toml here.',
      optional: true,
    },
  ],
  configured: true,
  examples: [
    [
      'mailgauge config init --domain in.example.com --base-url https://mailgauge.example.com',
      'Writes mailgauge.toml with these two set.',
    ],
    ['mailgauge config init /etc/mailgauge/mailgauge.toml', 'Writes it where the service looks for it.'],
  ],
  run(invocation) {
    const { io, operands } = invocation
    const set = valuesOf(invocation)
    if (!(set instanceof Map)) return sayProblems(io, set)
    const text = exampleToml(set)
    const file = operands[0] ?? invocation.configPath ?? 'mailgauge.toml'
    if (file === '-') {
      io.out(text)
      return EXIT.done
    }
    const path = resolve(io.cwd, file)
    if (io.writeNewFile(path, text) === 'exists')
      return fail(io, `${path} is there already and stays as it is.`)
    const next = set.has('smtp.domain') ? 'Then' : 'Set smtp.domain in it, then'
    io.say(`Wrote ${path}. ${next} have it checked:\n  mailgauge config check --config ${file}\n`)
    return EXIT.done
  },
}

/** What flags set, or what is wrong with them. */
function valuesOf({ flags, io }: Invocation): Map<string, unknown> | string[] {
  const { given, problems } = fromFlags(flags, io.cwd)
  const wrong = given.flatMap(({ name, written, from }) => {
    const option = entryOf(name)?.option
    return !option || option.read(written).ok ? [] : [`${from}: expected ${option.expects}.`]
  })
  const all = [...problems, ...wrong]
  return all.length > 0 ? all : new Map(given.map(({ name, written }) => [name, written]))
}
