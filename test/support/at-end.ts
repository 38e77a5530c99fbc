import { afterAll } from 'bun:test'

const ends: (() => Promise<unknown>)[] = []

/** Ends what the tests of several files share, after the last of them. */
export function atEnd(end: () => Promise<unknown>): void {
  ends.push(end)
}

// Preloaded (bunfig.toml): what is said there holds for the whole run, not for a file.
afterAll(async () => {
  for (const end of ends.splice(0)) await end()
})
