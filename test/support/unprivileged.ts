/** The user that owns nothing. */
const NOBODY = 65_534

/** Does the work as a user whom file modes bind, as they do not bind root. */
export async function unprivileged<T>(work: () => T | Promise<T>): Promise<T> {
  const root = process.geteuid?.() === 0
  if (root) process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    if (root) process.seteuid?.(0)
  }
}
