import pino, { type Logger, type LoggerOptions } from 'pino'
import { prettyFactory } from 'pino-pretty'
import type { Config } from '../config/config.ts'
import type { RecentErrors } from '../services/instance/recent-errors.ts'
import { cleanFacts, cleanText, cleanValue } from './log/clean.ts'
import { isJournal, priorityOf } from './log/journal.ts'
import { type LogOutput, standardOutput } from './log/output.ts'

/** Where the log goes, and who reads it. */
export interface LogTarget {
  /** A person, at a terminal. */
  terminal: boolean
  /** systemd's journal. Absent: it is found out. */
  journal?: boolean
  output?: Pick<LogOutput, 'write'>
}

/** The log of the service: JSON lines, or readable ones on a terminal. What is grave is told to `errors` as well. */
export function createLog(
  config: Config['log'],
  { terminal, journal = isJournal(), output = standardOutput() }: LogTarget,
  errors?: Pick<RecentErrors, 'note'>,
): Logger {
  const isReadable = config.format === 'text' || (config.format === 'auto' && terminal)
  const options: LoggerOptions = {
    level: config.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { logMethod: cleaning(errors) },
    // They are cleaned by then; pino would make another object of them.
    serializers: { err: (facts: unknown) => facts },
  }
  const legible = isReadable
    ? prettyFactory({ colorize: terminal, translateTime: 'SYS:HH:MM:ss', singleLine: true })
    : (line: string) => line
  return pino(options, {
    write: (line: string) => output.write(`${journal ? priorityOf(line) : ''}${legible(line)}`),
  })
}

const [WARN, ERROR] = [40, 50]

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Every line passes here: nothing that opens something, names a person or steers a terminal gets past. */
function cleaning(errors: Pick<RecentErrors, 'note'> | undefined): LogMethod {
  return function cleaned(args, method, level) {
    const [first, second]: unknown[] = args
    const facts = typeof first === 'object' && first !== null ? first : {}
    const sentence = typeof first === 'string' ? first : String(second ?? '')
    if (level >= WARN) errors?.note(level >= ERROR ? 'error' : 'warn', new Date(), sentence, { ...facts })
    const told = facts instanceof Error ? { err: cleanValue(facts) } : cleanFacts(facts)
    method.apply(this, [told, cleanText(sentence)])
  }
}
