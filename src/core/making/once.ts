/** What is made when it is first asked for, and kept. One that could not be made is tried again. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
