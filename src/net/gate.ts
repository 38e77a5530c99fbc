/** Lets at most so many tasks run at once; the others wait in order. */
export function createGate(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running < most) running += 1
    else await new Promise<void>((admit) => waiting.push(admit))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
