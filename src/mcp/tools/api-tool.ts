import type { MailgaugeClient } from '../../../clients/typescript/src/client.ts'
import type { Given, Told, Tool } from '../tool.ts'

/** A tool that asks the API; what the API refuses is thrown. */
export interface ApiTool extends Omit<Tool, 'run'> {
  run(client: MailgaugeClient, given: Given, signal: AbortSignal): Promise<Told | { refused: string }>
}
