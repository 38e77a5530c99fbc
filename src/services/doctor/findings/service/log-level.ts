import type { Context } from '../../context.ts'
import { attention, type Inquiry, inConfig, ok } from '../../finding.ts'

const INFO = inConfig('Set the usual level:', 'log', 'level = "info"')

export const logLevel: Inquiry<Context> = {
  id: 'log-level',
  title: 'Log',
  read: 'docs/operating.md#log-level',
  ofHost: true,
  needs: ['log.level'],
  look({ settings: { logLevel: level } }) {
    if (level === 'debug')
      return attention('log.level is debug: the log grows fast. It is for whoever looks for a fault.', INFO)
    if (level !== 'info')
      return attention(
        `log.level is ${level}: the log does not say which mail was received and analysed.`,
        INFO,
      )
    return ok('log.level is info: each mail that is received and analysed is a line.')
  },
}
