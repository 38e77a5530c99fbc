/** A statement, or a piece of one, with its values; `$1` stands for the first of them. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
}

const pieces = new WeakSet<object>()

/** A statement from a template: what is put in is a value, or another piece of a statement. An array is one value. */
export function sql(parts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  let text = parts[0] ?? ''
  const given: unknown[] = []
  for (const [at, value] of values.entries()) {
    if (isPiece(value)) {
      text += value.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + given.length}`)
      given.push(...value.values)
    } else {
      given.push(value)
      text += `$${given.length}`
    }
    text += parts[at + 1] ?? ''
  }
  return piece({ text, values: given })
}

/** Pieces with something between them: `joined(conditions, ' AND ')`. */
export function joined(some: readonly Sql[], between: string): Sql {
  let all = sql``
  for (const [at, one] of some.entries()) all = at === 0 ? one : sql`${all}${plain(between)}${one}`
  return all
}

/** Text of ours that is part of a statement: names of columns, never what came from outside. */
export function plain(text: string): Sql {
  return piece({ text, values: [] })
}

function piece(made: Sql): Sql {
  pieces.add(made)
  return made
}

function isPiece(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && pieces.has(value)
}
