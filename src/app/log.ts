import pino, { type Logger, type LoggerOptions } from 'pino'
import { prettyFactory } from 'pino-pretty'
import type { Config } from '../config/config.ts'
import type { RecentErrors } from '../services/instance/recent-errors.ts'
import { standardOutput } from './log/output.ts'

/** Addresses and tokens in paths are credentials: what could be one is masked wherever a log line names it. */
const TOKEN = /\b[a-z2-7]{26}\b/g

/** The log of the service: JSON lines, or readable ones on a terminal. What is grave is told to `errors` as well. */
export function createLog(
  config: Config['log'],
  terminal: boolean,
  errors?: Pick<RecentErrors, 'note'>,
): Logger {
  const readable = config.format === 'text' || (config.format === 'auto' && terminal)
  const options: LoggerOptions = {
    level: config.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      ...(errors && { logMethod: noting(errors) }),
      streamWrite: (line: string) => line.replace(TOKEN, (token) => `${token.slice(0, 4)}…`),
    },
  }
  const output = standardOutput()
  if (!readable) return pino(options, output)
  const legible = prettyFactory({ colorize: terminal, translateTime: 'SYS:HH:MM:ss', singleLine: true })
  return pino(options, { write: (line: string) => output.write(legible(line)) })
}

const [WARN, ERROR] = [40, 50]

/** Writes a line, and notes it where somebody should see it. */
function noting(
  errors: Pick<RecentErrors, 'note'>,
): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  return function noted(args, method, level) {
    if (level >= WARN) {
      const [facts, sentence]: unknown[] = args
      const told = typeof facts === 'object' && facts !== null ? { ...facts } : {}
      const words = typeof facts === 'string' ? facts : String(sentence ?? '')
      errors.note(level >= ERROR ? 'error' : 'warn', new Date(), words, told)
    }
    method.apply(this, args)
  }
}
