/** The database itself is damaged: nothing that is asked of it can be relied on. Its message is for the operator. */
export class StoreDamaged extends Error {}

/** What anybody else is told. */
export const DAMAGED_WORDS =
  'The database of this service is damaged. Whoever runs it finds what to do in its log and in docs/operating.md.'
