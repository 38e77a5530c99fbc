import type { Config } from '../config/config.ts'
import type { Report } from '../core/report.ts'
import type { Accounts } from '../services/accounts.ts'
import type { ApiKeys } from '../services/api-keys.ts'

/** Accounts and keys over the store, beside a running service or alone. */
export interface Admin {
  accounts: Accounts
  apiKeys: ApiKeys
  close(): Promise<void>
}

/** What commands get from the composition root, loaded only when one of them asks. */
export interface CliDeps {
  version: string
  /** What is wrong with a config beyond the form of its values: sentences. */
  problemsOf(config: Config): Promise<string[]>
  /** `make` brings a missing database into being. Gives the sentence that says why when the store cannot be used. */
  openAdmin(config: Config, make: boolean): Promise<Admin | { refused: string }>
  /** Serves until a signal ends it. Gives the sentence that says why it cannot start. */
  serve(config: Config, output: ServeOutput): Promise<string | undefined>
  analyzeFile(config: Config, request: FileRequest): Promise<FileResult>
  /** Gives the sentence that says why the sample was not delivered. */
  sendSample(config: Config, kind: 'clean' | 'bad', address: string): Promise<string | undefined>
}

export interface ServeOutput {
  /** Whether standard output is a terminal. */
  terminal: boolean
  /** Words for the person who started it. */
  say(text: string): void
}

/** A message from a file, with what the caller knows of its way. */
export interface FileRequest {
  bytes: Uint8Array
  clientAddress?: string
  helo?: string
  /** MAIL FROM; '' or '<>' is the null sender. */
  sender?: string
  /** Take client, HELO and TLS from the topmost Received field that a foreign host stands in. */
  trustReceived: boolean
  /** Ask no question at all. */
  offline: boolean
  /** Told what takes longer than a moment. */
  progress(sentence: string): void
}

export type FileResult = { kind: 'report'; report: Report } | { kind: 'failed'; reason: string }
