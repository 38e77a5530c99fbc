/** For how long monitors were watched in all, in milliseconds, as it was kept last. */
export interface WatchedTimeStore {
  read(): Promise<number>
  /** It never goes back. */
  keep(milliseconds: number): Promise<void>
}
