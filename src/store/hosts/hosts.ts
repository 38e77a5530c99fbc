/** A host of this instance. */
export interface Host {
  name: string
  /** The version that runs there. */
  program: string
  startedAt: Date
  seenAt: Date
}

/** A start of the program on a host. */
export interface HostStart {
  name: string
  /** Which of its starts. */
  start: string
  program: string
  /** The key that secrets are sealed with there. Absent: there is none yet. */
  keyId?: string
}

/** The hosts that serve this instance together, each by its name. */
export interface HostStore {
  /** `taken`: another start of this name was alive a moment ago. `other_key`: secrets of the instance are sealed with another key than
   * the host has. `too_old`: the database needs a newer program. */
  enter(host: HostStart): Promise<'entered' | 'taken' | 'other_key' | 'too_old'>
  /** Says every ten seconds that the host is there. `taken`: somebody has its name now. `too_old`: the database needs a newer program
   * than the one that runs there. */
  alive(host: HostStart): Promise<'alive' | 'taken' | 'too_old'>
  leave(host: HostStart): Promise<void>
  /** Those that are alive, by name. */
  list(): Promise<Host[]>
}
