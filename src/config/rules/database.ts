import type { Rule } from './rule.ts'

/** What is wrong about the database. */
export const DATABASE_RULES: readonly Rule[] = [
  {
    about: ['store.url'],
    broken: ({ store }) =>
      store.url === undefined
        ? ''
        : 'store.url: this version keeps everything in store.directory. PostgreSQL is being built and is not whole; leave store.url away.',
  },
]
