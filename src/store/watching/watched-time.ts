/** For how long monitors were watched in all, in milliseconds. It never goes back. */
export interface WatchedTimeStore {
  read(): Promise<number>
  /** So much longer; gives how long it was by then. */
  advance(milliseconds: number): Promise<number>
}
