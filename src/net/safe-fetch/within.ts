/** What the work comes to, or `timeout`: a resolver keeps its own time, which may be longer than what is left. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | 'timeout'> {
  const { promise, resolve } = Promise.withResolvers<'timeout'>()
  const timer = setTimeout(() => resolve('timeout'), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
