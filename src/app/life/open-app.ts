/** What is open. */
export interface OpenApp {
  /** host:port of each listener, with the ports it was given. */
  http: string[]
  smtp: string[]
  metrics: string[]
  /** Present while nobody administers the instance: by it somebody does. */
  setupLink?: string
  /** Resolves or rejects when the store's writer has had its turn. */
  answers(): Promise<void>
}
