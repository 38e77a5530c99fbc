import type { Config } from '../config/config.ts'
import type { Flag } from '../config/from-flags.ts'
import { type LoadedConfig, loadConfig } from '../config/load.ts'
import type { CliDeps } from './deps.ts'
import { type Io, isOfAnother } from './io.ts'

export const EXIT = {
  done: 0,
  /** What was asked for could not be done. */
  failed: 1,
  /** The command line or the config is wrong. */
  usage: 2,
  /** A message scored less than was asked for. */
  belowScore: 3,
  /** What was waited for did not come in time. */
  timeout: 4,
  /** Checks that count could not be determined. */
  undetermined: 5,
  /** A service does not start, and would not if it were started again: EX_CONFIG of sysexits.h. */
  notToBeRestarted: 78,
} as const

interface CommandOption {
  /** What stands for the value in help: `name`. Absent: the option stands alone. */
  value?: string
  sentence: string
  /** What holds when it is not given, for people. */
  default?: string
}

interface Operand {
  name: string
  sentence: string
  optional?: true
  /** More of them may follow. The last one only. */
  several?: true
}

/** One command: everything help says of it, and what it does. */
export interface Command {
  /** As it is typed: `key create`. */
  name: string
  /** One line, without a full stop. */
  summary: string
  /** What a person should know before using it. */
  about?: string
  operands?: readonly Operand[]
  /** By name, without dashes. */
  options?: Readonly<Record<string, CommandOption>>
  /** It reads the config: --config and --section.option are taken. */
  configured?: true
  /** With what each does. */
  examples?: readonly (readonly [line: string, does: string])[]
  run(invocation: Invocation): Promise<number> | number
}

/** One call of a command. */
export interface Invocation {
  operands: readonly string[]
  /** The last value given for an option. */
  value(option: string): string | undefined
  /** Whether an option that stands alone was given. */
  isSet(option: string): boolean
  /** --section.option flags, in order. */
  flags: readonly Flag[]
  configPath?: string
  io: Io
  deps: CliDeps
  /** Every command, for help. */
  commands: readonly Command[]
}

/** Reads the config as flags, variables and file make it; what only the programs behind it can judge is left open. */
export function readConfig({ flags, configPath, io }: Invocation): LoadedConfig {
  return loadConfig({
    flags,
    environment: io.environment,
    cwd: io.cwd,
    readFile: io.readFile,
    isOfAnother,
    ...(configPath !== undefined && { configPath }),
  })
}

/** Reads the config, and has it judged as a whole. */
export async function configFor(invocation: Invocation): Promise<LoadedConfig> {
  const loaded = readConfig(invocation)
  if (!loaded.ok) return loaded
  const problems = await invocation.deps.problemsOf(loaded.config)
  if (problems.length === 0) return loaded
  const { config, settings, file } = loaded
  const nearly = { config, settings, doubtful: [], ...(file !== undefined && { file }) }
  return { ok: false, problems, smtp: config.smtp, nearly }
}

/** Makes a `run` that gets the config, or says everything that is wrong with it. */
export function withConfig(
  run: (invocation: Invocation, config: Config) => Promise<number> | number,
): (invocation: Invocation) => Promise<number> {
  return async (invocation) => {
    const loaded = await configFor(invocation)
    return loaded.ok ? run(invocation, loaded.config) : sayProblems(invocation.io, loaded.problems)
  }
}

export function sayProblems(io: Io, problems: readonly string[]): number {
  const count = problems.length === 1 ? 'One thing is' : `${problems.length} things are`
  io.say(`${count} wrong with the configuration:\n${problems.map((problem) => `  ${problem}\n`).join('')}`)
  return EXIT.usage
}

/** Says why something could not be done. */
export function fail(io: Io, reason: string): number {
  io.say(`${reason}\n`)
  return EXIT.failed
}

/** Says what is wrong with the command line. */
export function misuse(io: Io, reason: string): number {
  io.say(`${reason}\n`)
  return EXIT.usage
}
