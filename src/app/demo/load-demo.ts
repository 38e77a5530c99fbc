import { systemClock, systemRandom } from '../services.ts'
import type { Demo } from './demo.ts'

/** What signs and sends samples is loaded where there are samples alone. */
export async function loadDemo(directory: string): Promise<Demo> {
  const demo = await import('./demo.ts')
  return demo.openDemo(directory, systemClock, systemRandom)
}
