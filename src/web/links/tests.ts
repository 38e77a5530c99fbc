/** Tests of an account. */
export const TEST_LINKS = {
  /** GET lists them: `q`, `status`, `source`, `min`, `max`, `domain`, `since`, `until`, `after`. POST makes one. */
  tests: '/tests',
  newTest: '/tests/new',
  /** Takes a message file: POST, multipart, field `message`. */
  uploadTest: '/tests/upload',
  /** POST, `shared`: yes or no. */
  share: (token: string) => `/t/${token}/share`,
  /** Keeps which mailbox providers reports are shown with: POST, `providers` for each, or `forget`; `m` leads back. */
  providers: (token: string) => `/t/${token}/providers`,
  /** Has a message analysed once more: POST, `message`. */
  repeat: (token: string) => `/t/${token}/again`,
  /** Has the one-click request of a message sent: GET asks, POST takes `message`. */
  unsubscribe: (token: string, messageId: string) =>
    `/t/${token}/unsubscribe?m=${encodeURIComponent(messageId)}`,
} as const
