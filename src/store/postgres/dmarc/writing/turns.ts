/** Accounts whose reports are written at once: the others have the connections for what people wait for. */
const PLACES = 3
/** What is written together, at most. */
const [CALLS_AT_ONCE, OCTETS_AT_ONCE] = [100, 512 * 1024]

interface Waiting<C, D> {
  call: C
  resolve(done: D): void
  reject(cause: unknown): void
}

export interface TurnsOptions<C, D> {
  /** Does some calls of one account together, whose keys differ. `more`: the call wants another turn. */
  work(account: string, calls: readonly C[]): Promise<(D | 'more')[]>
  keyOf(call: C): string
  octetsOf(call: C): number
  /** Whether a failure of many may be that of one of them: then each is tried alone. */
  isOfOne(cause: unknown): boolean
}

function settle<C, D>(one: Waiting<C, D>, answer: D | 'more', waiting: Waiting<C, D>[]): void {
  if (answer === 'more') waiting.push(one)
  else one.resolve(answer)
}

/** Calls of an account are done one behind the other, those that wait together; accounts take turns. */
export function createTurns<C, D>({ work, keyOf, octetsOf, isOfOne }: TurnsOptions<C, D>) {
  const accounts = new Map<string, Waiting<C, D>[]>()
  const ready: string[] = []
  let running = 0

  /** The first of those that wait, as many as go together. */
  function taken(waiting: Waiting<C, D>[]): Waiting<C, D>[] {
    const keys = new Set<string>()
    let octets = 0
    let count = 0
    for (const { call } of waiting) {
      octets += octetsOf(call)
      if (count > 0 && (octets > OCTETS_AT_ONCE || count >= CALLS_AT_ONCE || keys.has(keyOf(call)))) break
      keys.add(keyOf(call))
      count += 1
    }
    return waiting.splice(0, count)
  }

  async function turn(account: string): Promise<void> {
    const waiting = accounts.get(account) ?? []
    const some = taken(waiting)
    await done(account, some, waiting)
    if (waiting.length > 0) ready.push(account)
    else accounts.delete(account)
  }

  async function done(
    account: string,
    some: readonly Waiting<C, D>[],
    waiting: Waiting<C, D>[],
  ): Promise<void> {
    try {
      const calls = some.map(({ call }) => call)
      const answers = await work(account, calls)
      for (const [at, one] of some.entries()) settle(one, answers[at] ?? 'more', waiting)
    } catch (cause) {
      await failed(account, some, { waiting, cause })
    }
  }

  async function failed(
    account: string,
    some: readonly Waiting<C, D>[],
    { waiting, cause }: { waiting: Waiting<C, D>[]; cause: unknown },
  ): Promise<void> {
    const isOfAll = some.length === 1 || !isOfOne(cause)
    for (const one of some) {
      if (isOfAll) one.reject(cause)
      else await done(account, [one], waiting)
    }
  }

  function go(): void {
    while (running < PLACES) {
      const account = ready.shift()
      if (account === undefined) return
      running += 1
      void turn(account).finally(() => {
        running -= 1
        go()
      })
    }
  }

  return (account: string, call: C): Promise<D> =>
    new Promise((resolve, reject) => {
      const one = { call, resolve, reject }
      const waiting = accounts.get(account)
      if (waiting) waiting.push(one)
      else {
        accounts.set(account, [one])
        ready.push(account)
      }
      go()
    })
}
