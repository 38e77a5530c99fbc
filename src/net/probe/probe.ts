import type { Probe } from '../probe-ports.ts'
import { smtpProbe } from './smtp.ts'
import { webProbe } from './web.ts'

export interface ProbeOptions {
  /** Authorities that are trusted in place of the public ones. */
  ca?: string[]
}

/** Tries what this host offers, over real connections. */
export function createProbe({ ca }: ProbeOptions = {}): Probe {
  const trust = ca ? { ca } : {}
  return {
    smtp: (to) => smtpProbe(to, trust),
    web: (to) => webProbe(to, trust),
  }
}
