/** What a host begins with. */
export interface HostBeginning {
  /** The folder of the sources. */
  tree: string
  /** From 0. Each has accounts of its own. */
  host: number
  /** A data folder, or the address of a database. */
  sqlite?: string
  postgres?: string
  /** Messages with what their analysis gave, as v8 writes them. */
  analysed: string
}

export type WorkName =
  | 'allocate-one'
  | 'allocate-many'
  | 'accept-1'
  | 'accept-50'
  | 'claim'
  | 'finish-one'
  | 'finish-many'
  | 'read-1'
  | 'read-50'
  | 'dmarc-load'
  | 'dmarc-summary'
  | 'dmarc-sources'
  | 'dmarc-reports'

/** `steady`: for so many seconds, `count` messages a second go all the way. */
export type Asked = { work: WorkName; count: number } | { work: 'steady'; count: number; seconds: number }

export interface Done {
  count: number
  /** Milliseconds since 1970, with their fractions. */
  began: number
  ended: number
  /** Milliseconds of each, where they are told. */
  each: number[]
  /** Messages that were claimed. */
  claimed: string[]
}
