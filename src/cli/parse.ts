import { FLAG_ALIASES } from '../config/catalogue.ts'
import { configFlag, type Flag } from '../config/from-flags.ts'
import { closest } from '../config/suggest.ts'
import type { Command } from './command.ts'

/** What a command line asks for. */
export type Parsed =
  | { kind: 'run'; command: Command; call: Call }
  /** Help on a command, on a group of them (`key`), or on all. */
  | { kind: 'help'; topic: string }
  | { kind: 'version' }
  | { kind: 'wrong'; reason: string; topic: string }

/** Operands and options of one call. */
export interface Call {
  operands: string[]
  options: Map<string, string>
  flags: Flag[]
  configPath?: string
}

const HELP = ['--help', '-h']
const VERSION = ['--version', '-V']

export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): Parsed {
  const call: Call = { operands: [], options: new Map(), flags: [] }
  const rest = [...argv]
  const words: string[] = []
  while (rest.length > 0 && !isCommand(words, commands)) {
    const end = takeWord(rest, words, call, commands)
    if (end) return end
  }
  const command = commands.find(({ name }) => name === words.join(' '))
  return command ? parseCall(command, rest, call) : incomplete(words.join(' '), call)
}

/** Takes a word of the command, or an option of the config before it, off the front. Gives what ends the reading. */
function takeWord(
  rest: string[],
  words: string[],
  call: Call,
  commands: readonly Command[],
): Parsed | undefined {
  const next = rest[0] ?? ''
  const topic = words.join(' ')
  if (HELP.includes(next)) return { kind: 'help', topic }
  if (VERSION.includes(next) && topic === '') return { kind: 'version' }
  if (next.startsWith('-')) {
    const reason = takeOption(rest, call, undefined)
    return reason === undefined ? undefined : { kind: 'wrong', reason, topic }
  }
  if (!isBeginning([...words, next], commands)) return unknownCommand(words, next, commands)
  words.push(rest.shift() ?? '')
  return undefined
}

function isCommand(words: readonly string[], commands: readonly Command[]): boolean {
  return commands.some(({ name }) => name === words.join(' '))
}

function isBeginning(words: readonly string[], commands: readonly Command[]): boolean {
  const typed = words.join(' ')
  return commands.some(({ name }) => name === typed || name.startsWith(`${typed} `))
}

function incomplete(group: string, call: Call): Parsed {
  if (group === '' && call.flags.length === 0 && call.configPath === undefined)
    return { kind: 'help', topic: '' }
  const reason = group === '' ? 'A command is missing.' : `${group}: say what to do.`
  return { kind: 'wrong', reason, topic: group }
}

function unknownCommand(words: readonly string[], next: string, commands: readonly Command[]): Parsed {
  const topic = words.join(' ')
  const place = words.length
  const siblings = commands
    .filter(({ name }) => topic === '' || name.startsWith(`${topic} `))
    .map(({ name }) => name.split(' ')[place] ?? '')
  const meant = closest(next, siblings)
  const typed = [...words, next].join(' ')
  const hint = meant === undefined ? '.' : `, did you mean ${[...words, meant].join(' ')}?`
  return { kind: 'wrong', reason: `There is no command ${typed}${hint}`, topic }
}

function parseCall(command: Command, rest: string[], call: Call): Parsed {
  const wrong = (reason: string): Parsed => ({ kind: 'wrong', reason, topic: command.name })
  while (rest.length > 0) {
    const next = rest[0] ?? ''
    if (next === '--') {
      call.operands.push(...rest.splice(0).slice(1))
    } else if (HELP.includes(next)) {
      return { kind: 'help', topic: command.name }
    } else if (next.startsWith('-') && next !== '-') {
      const fault = takeOption(rest, call, command)
      if (fault) return wrong(fault)
    } else {
      call.operands.push(rest.shift() ?? '')
    }
  }
  const fault = operandFault(command, call)
  return fault ? wrong(fault) : { kind: 'run', command, call }
}

function operandFault({ name, operands = [], configured }: Command, call: Call): string | undefined {
  const missing = operands.filter(({ optional }) => !optional)[call.operands.length]
  if (missing) return `${name}: <${missing.name}> is missing. ${missing.sentence}`
  const surplus = operands.at(-1)?.several ? undefined : call.operands[operands.length]
  if (surplus !== undefined) return `${name}: "${surplus}" is one word too many.`
  if (!configured && (call.flags.length > 0 || call.configPath !== undefined)) {
    return `${name}: this command does not read the config.`
  }
  return undefined
}

/** Takes one option with its value off the front. Gives what is wrong with it. */
function takeOption(rest: string[], call: Call, command: Command | undefined): string | undefined {
  const [written = '', attached] = splitOption(rest.shift() ?? '')
  const taker = takerOf(written, call, command)
  if (!taker) return unknownOption(written, command)
  if (taker.value === 'none' && attached !== undefined) return `${written}: takes no value.`
  const value = attached ?? (taker.value === 'needed' ? rest.shift() : undefined)
  if (taker.value === 'needed' && value === undefined) return `${written}: a value is missing.`
  taker.take(value)
  return undefined
}

interface Taker {
  /** attached: only as --option=value. */
  value: 'needed' | 'attached' | 'none'
  take(value: string | undefined): void
}

/** What becomes of an option: the command's own, or one of the config. */
function takerOf(written: string, call: Call, command: Command | undefined): Taker | undefined {
  if (written === '-c' || written === '--config') {
    return {
      value: 'needed',
      take: (value = '') => {
        call.configPath = value
      },
    }
  }
  if (!written.startsWith('--')) return undefined
  const name = written.slice(2)
  const options = command?.options ?? {}
  const own = Object.hasOwn(options, name) ? options[name] : undefined
  if (own) {
    const value = own.value === undefined ? 'none' : 'needed'
    return { value, take: (given = '') => void call.options.set(name, given) }
  }
  const flag = configFlag(name)
  if (!flag) return undefined
  const take = (value?: string) => void call.flags.push(value === undefined ? { name } : { name, value })
  return { value: flag.bare ? 'attached' : 'needed', take }
}

function splitOption(argument: string): [option: string, value?: string] {
  const equals = argument.indexOf('=')
  return equals < 0 ? [argument] : [argument.slice(0, equals), argument.slice(equals + 1)]
}

function unknownOption(written: string, command: Command | undefined): string {
  const known = [...Object.keys(command?.options ?? {}), 'config', 'help', ...Object.keys(FLAG_ALIASES)]
  const meant = closest(written.replace(/^--?/, ''), known)
  const hint = meant === undefined ? '.' : `, did you mean --${meant}?`
  return `${command ? `${command.name}: ` : ''}There is no option ${written}${hint}`
}
