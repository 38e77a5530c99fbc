/** What takes longer is too late; what has not begun by then does not begin. */
export async function within<T>(
  milliseconds: number,
  tooLate: T,
  work: (mayBegin: () => boolean) => Promise<T | undefined>,
): Promise<T> {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      isOver = true
      resolve(tooLate)
    }, milliseconds)
  })
  try {
    return await Promise.race([work(() => !isOver).then((seen) => seen ?? tooLate), over])
  } finally {
    clearTimeout(timer)
  }
}

/** So many run at once, and so many of one account; the others wait in order, and those for whom nobody waits any more do not run. */
export function createTurns(most: number, mostOfOne: number) {
  const waiting: { account: string; admit: () => void }[] = []
  const running = new Map<string, number>()
  let all = 0

  const mayRun = (account: string) => all < most && (running.get(account) ?? 0) < mostOfOne

  function count(account: string, by: 1 | -1): void {
    all += by
    const own = (running.get(account) ?? 0) + by
    if (own === 0) running.delete(account)
    else running.set(account, own)
  }

  function leave(account: string): void {
    count(account, -1)
    const place = waiting.findIndex((one) => mayRun(one.account))
    const [next] = place < 0 ? [] : waiting.splice(place, 1)
    if (!next) return
    // Counted before it goes on: whoever comes in between has to wait.
    count(next.account, 1)
    next.admit()
  }

  return async <T>(
    account: string,
    mayBegin: () => boolean,
    task: () => Promise<T>,
  ): Promise<T | undefined> => {
    if (mayRun(account)) count(account, 1)
    else await new Promise<void>((admit) => waiting.push({ account, admit }))
    try {
      return mayBegin() ? await task() : undefined
    } finally {
      leave(account)
    }
  }
}
