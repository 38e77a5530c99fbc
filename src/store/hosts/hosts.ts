/** A host of this instance. */
export interface Host {
  name: string
  /** The version that runs there. */
  program: string
  startedAt: Date
  seenAt: Date
  /** The keys that it has, by their ids. Absent: it does not say. */
  keyIds?: readonly string[]
}

/** A start of the program on a host. */
export interface HostStart {
  name: string
  /** Which of its starts. */
  start: string
  program: string
  /** The keys in its key file, by their ids. Absent: there is none. */
  keyIds?: readonly string[]
}

/** The hosts that serve this instance together, each by its name. */
export interface HostStore {
  /** `taken`: another start of this name was alive a moment ago. `other_key`: secrets of the instance are sealed with a key that the
   * host has not. `too_old`: the database needs a newer program. */
  enter(host: HostStart): Promise<'entered' | 'taken' | 'other_key' | 'too_old'>
  /** Says every ten seconds that the host is there, and which keys it has. `taken`: somebody has its name now. `too_old`: the database needs a newer program
   * than the one that runs there. */
  alive(host: HostStart): Promise<'alive' | 'taken' | 'too_old'>
  leave(host: Pick<HostStart, 'name' | 'start'>): Promise<void>
  /** Those that are alive, by name. */
  list(): Promise<Host[]>
  /** Those that were not seen for long and did not leave, by name. */
  missing(): Promise<Host[]>
  /** One that is missing is counted no more. */
  forget(name: string): Promise<void>
}
