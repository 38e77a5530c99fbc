/** A report as it is written: the text of its elements by their names, before anything is made of it. */
export type Fields = Record<string, string>

export interface RawRecord {
  row: Fields
  evaluated: Fields
  identifiers: Fields
  reasons: Fields[]
  dkim: Fields[]
  spf: Fields[]
  /** More reasons or results than are read. */
  cut: boolean
}

export interface RawHead {
  metadata: Fields
  policy: Fields
  errors: string[]
  version?: string
  namespaced: boolean
}

/** Signatures, SPF results and reasons of a record beyond these are not read. */
export const MOST_DKIM = 100
export const MOST_SPF = 10
export const MOST_REASONS = 20

export const emptyRecord = (): RawRecord => ({
  row: {},
  evaluated: {},
  identifiers: {},
  reasons: [],
  dkim: [],
  spf: [],
  cut: false,
})
