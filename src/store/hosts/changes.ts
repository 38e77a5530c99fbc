/** What happened to a test, for whoever waits for it. */
export interface ToldChange {
  token: string
  change: string
}

/** Brings changes to the other hosts. Nothing of it lasts: whoever follows reads again after a gap. */
export interface ChangeFeed {
  /** Returns at once and never throws; never within a transaction. */
  tell(change: ToldChange): void
  /** `heard`: what others told. `gap`: some of it may have been missed. */
  follow(on: { heard(change: ToldChange): void; gap(): void }): () => void
}
