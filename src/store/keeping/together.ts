interface Waiting<C, A> {
  call: C
  resolve(answer: A): void
  reject(cause: unknown): void
}

/** How much is written at once, so that mail does not wait long for it. */
const OCTETS_AT_ONCE = 128 * 1024

/** What is asked for while one write is under way goes together with the next: small ones share its costs. */
export function createTogether<C, A>(
  write: (calls: C[]) => Promise<A[]>,
  octetsOf: (call: C) => number,
): (call: C) => Promise<A> {
  let waiting: Waiting<C, A>[] = []
  let isWriting = false

  function some(): Waiting<C, A>[] {
    let octets = 0
    const end = waiting.findIndex(({ call }, at) => {
      octets += octetsOf(call)
      return at > 0 && octets > OCTETS_AT_ONCE
    })
    const taken = end < 0 ? waiting : waiting.slice(0, end)
    waiting = waiting.slice(taken.length)
    return taken
  }

  async function writeTogether(taken: Waiting<C, A>[]): Promise<void> {
    try {
      const answers = await write(taken.map(({ call }) => call))
      for (const [at, answer] of answers.entries()) taken[at]?.resolve(answer)
    } catch (cause) {
      // One that cannot be kept keeps no other out.
      if (taken.length > 1) for (const one of taken) await writeTogether([one])
      else taken[0]?.reject(cause)
    }
  }

  async function run(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) await writeTogether(some())
    isWriting = false
  }

  return (call) => {
    const { promise, resolve, reject } = Promise.withResolvers<A>()
    waiting.push({ call, resolve, reject })
    if (!isWriting) void run()
    return promise
  }
}
