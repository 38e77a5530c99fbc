import type { Command } from '../../../src/cli/command.ts'

/** What stands for a path in help. */
export const PATHS: ReadonlySet<string> = new Set(['file', 'folder', 'backup', 'target'])

/** What stands for anything else. A new word belongs here or among the paths. */
export const NO_PATHS: ReadonlySet<string> = new Set(
  `account address command database date delivery destination domain duration email format hosts invitation key kind list monitor name number plan points role
  source subcommand text token what when where yes|no`.split(/\s+/),
)

interface Value {
  /** What stands for it in help. */
  word: string
  name: string
  argv(path: string): string[]
}

/** Every value of a command line: operands and options. */
export function valuesOf({ name, operands = [], options = {} }: Command): Value[] {
  const words = name.split(' ')
  const needed = operands.filter(({ optional }) => !optional).map((operand) => operand.name)
  const atOperands = operands.map((operand, index) => ({
    word: operand.name,
    name: `<${operand.name}>`,
    argv: (path: string) => [...words, ...needed.slice(0, index), path, ...needed.slice(index + 1)],
  }))
  const atOptions = Object.entries(options).flatMap(([option, { value }]) =>
    value === undefined
      ? []
      : [
          {
            word: value,
            name: `--${option}`,
            argv: (path: string) => [...words, ...needed, `--${option}`, path],
          },
        ],
  )
  return [...atOperands, ...atOptions]
}

/** The same of an option of the config, which every command takes that reads it. */
export function ofConfig({ name, operands = [] }: Command, option: string): Value {
  const needed = operands.filter(({ optional }) => !optional).map((operand) => operand.name)
  return {
    word: 'file',
    name: `--${option}`,
    argv: (path) => [...name.split(' '), ...needed, `--${option}`, path],
  }
}
