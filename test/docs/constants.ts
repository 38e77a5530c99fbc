import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './documents.ts'

/** The value of a constant of a source file that is made of numbers alone, or of one of its keys. */
export function constantOf(file: string, name: string): unknown {
  const [constant = '', ...keys] = name.split('.')
  const text = readFileSync(join(ROOT, file), 'utf8')
  return keys.reduce<unknown>((value, key) => Object(value)[key], evaluated(text, constant, file))
}

function evaluated(text: string, name: string, file: string): unknown {
  const begins = new RegExp(`^(?:export )?const ${name}(?:: [\\w<>]+)? = `, 'm').exec(text)
  if (!begins) throw new Error(`${file} has no constant ${name}`)
  const rest = text.slice(begins.index + begins[0].length)
  const end = rest.startsWith('{') ? /^\}/m.exec(rest.includes('\n}') ? rest : '') : undefined
  const line = rest.slice(0, rest.indexOf('\n'))
  const whole = rest.startsWith('{') && !/\}(?: as const)?(?: satisfies .*)?$/.test(line)
  const written = whole && end ? rest.slice(0, end.index + 1) : line
  const expression = written.replace(/ as const.*$/, '').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const used = [...new Set(expression.replaceAll(/'[^']*'|\w+:/g, '').match(/\b[A-Z][A-Z_]+\b/g) ?? [])]
  const values = used.map((other) => evaluated(text, other, file))
  return new Function(...used, `return (${expression})`)(...values)
}
