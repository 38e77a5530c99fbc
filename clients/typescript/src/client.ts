import { InvalidIdError, RateLimitedError, WaitTimeoutError } from './errors.ts'
import { pause } from './pause.ts'
import {
  type DmarcReport,
  type DmarcReportList,
  type DmarcSource,
  type DmarcSourceList,
  type DmarcSummary,
  type Domain,
  type DomainList,
  type GetDmarcSummaryQuery,
  type GetSharedMessageQuery,
  type GetSharedTestQuery,
  type GetTestQuery,
  type ListDmarcReportsQuery,
  type ListDmarcSourcesQuery,
  type ListTestsQuery,
  type Message,
  OPERATIONS,
  type OwnerWord,
  type Report,
  type Test,
  type TestList,
  type TestListItem,
  type Whoami,
} from './schema.ts'
import { type Call, createTransport, type TransportOptions } from './transport.ts'
import { walkWindow } from './walk.ts'

export * from './errors.ts'
export type * from './schema.ts'
export type { TransportOptions as ClientOptions } from './transport.ts'
export * from './webhook.ts'

export interface CallOptions {
  signal?: AbortSignal
}

export interface CreateOptions extends CallOptions {
  /** Calls with the same key within 24 hours give the same test. Default: a new one for each call. */
  idempotencyKey?: string
}

export interface WaitOptions extends CallOptions {
  /** Milliseconds until it is given up. Default 300,000. */
  timeout?: number
}

/** One page of tests, and how many there are in all. */
export interface TestPage extends TestList {
  total: number
}

export interface MailgaugeClient {
  /** Allocates a test address. Safe to be tried again: it carries an idempotency key. */
  createTest(options?: CreateOptions): Promise<Test>
  /** All tests of the account from `offset` on, newest first; pages of `limit` are fetched as they are needed. */
  listTests(query?: ListTestsQuery, options?: CallOptions): AsyncGenerator<TestListItem, void, undefined>
  /** One page of them. */
  testPage(query?: ListTestsQuery, options?: CallOptions): Promise<TestPage>
  /** A test and its report; with `wait`, once it is no longer pending or the seconds are up. */
  getTest(token: string, query?: GetTestQuery, options?: CallOptions): Promise<Report>
  /** The report once the test is scored or failed. Throws WaitTimeoutError when that takes too long. */
  waitForReport(token: string, options?: WaitOptions): Promise<Report>
  /** Says what kind of mail the test gets and how much is sent; gives the report that follows from it. */
  updateTest(token: string, word: OwnerWord, options?: CallOptions): Promise<Report>
  /** A test made on the web site. */
  sharedTest(token: string, query?: GetSharedTestQuery, options?: CallOptions): Promise<Report>
  /** Its message, as far as it may be shown. */
  sharedMessage(token: string, query?: GetSharedMessageQuery, options?: CallOptions): Promise<Message>
  /** What the key stands for. */
  whoami(options?: CallOptions): Promise<Whoami>
  /** The domains of the account. */
  domains(options?: CallOptions): Promise<Domain[]>
  /** Volume and DMARC pass rates of a domain over a window, and each of its days. */
  dmarcSummary(domainId: string, query?: GetDmarcSummaryQuery, options?: CallOptions): Promise<DmarcSummary>
  /** One page of the aggregate reports about a domain, newest first. */
  dmarcReports(
    domainId: string,
    query?: ListDmarcReportsQuery,
    options?: CallOptions,
  ): Promise<DmarcReportList>
  /** All of them from `offset` on; pages of `limit` are fetched as they are needed. */
  listDmarcReports(
    domainId: string,
    query?: ListDmarcReportsQuery,
    options?: CallOptions,
  ): AsyncGenerator<DmarcReport, void, undefined>
  /** One page of the sources of mail from a domain. */
  dmarcSources(
    domainId: string,
    query?: ListDmarcSourcesQuery,
    options?: CallOptions,
  ): Promise<DmarcSourceList>
  /** All of them from `offset` on; pages of `limit` are fetched as they are needed. */
  listDmarcSources(
    domainId: string,
    query?: ListDmarcSourcesQuery,
    options?: CallOptions,
  ): AsyncGenerator<DmarcSource, void, undefined>
}

/** Shorter than the time after which proxies give up on an answer. */
const HELD_SECONDS = 25
const LARGEST_PAGE = 200

/** Segments that leave the address they stand in for another one. */
const NO_SEGMENT = ['', '.', '..']

function tokenIn(token: string): string {
  if (typeof token === 'string' && /^[a-z2-7]{26}$/.test(token)) return token
  throw new InvalidIdError(token, 'the token of a test, 26 characters of a to z and 2 to 7')
}

function domainIn(id: string): string {
  if (typeof id === 'string' && !NO_SEGMENT.includes(id)) return id
  throw new InvalidIdError(id, 'the id of a domain')
}

/** A client of one service. */
export function createClient(options: TransportOptions): MailgaugeClient {
  const send = createTransport(options)

  /** The service describes its bodies in OpenAPI, from which these types are made. */
  async function read<T>(call: Call): Promise<T> {
    return (await send(call)).body as T
  }

  async function testPage(query: ListTestsQuery = {}, { signal }: CallOptions = {}): Promise<TestPage> {
    const { body, headers } = await send({ operation: OPERATIONS.listTests, query: { ...query }, signal })
    return { ...(body as TestList), total: Number(headers.get('x-total-count') ?? 0) }
  }

  async function* listTests({ limit = 50, offset = 0 }: ListTestsQuery = {}, callOptions: CallOptions = {}) {
    const size = Math.min(LARGEST_PAGE, Math.max(1, Math.trunc(limit)))
    let before = new Set<string>()
    for (let from = offset; ; from += size) {
      const { tests } = await testPage({ limit: size, offset: from }, callOptions)
      // A test that was made meanwhile moves the last ones of a page onto the next.
      for (const test of tests) if (!before.has(test.token)) yield test
      if (tests.length < size) return
      before = new Set(tests.map(({ token }) => token))
    }
  }

  const getTest = async (
    token: string,
    query: GetTestQuery = {},
    { signal, patience }: CallOptions & { patience?: number } = {},
  ) =>
    read<Report>({
      operation: OPERATIONS.getTest,
      path: { token: tokenIn(token) },
      query: { ...query },
      held: query.wait ?? 0,
      ...(patience !== undefined && { patience }),
      signal,
    })

  async function waitForReport(
    token: string,
    { timeout = 300_000, signal }: WaitOptions = {},
  ): Promise<Report> {
    const end = Date.now() + timeout
    const tooLate = (cause?: unknown) =>
      new WaitTimeoutError(`No report on ${token} within ${timeout / 1000} seconds`, { cause })
    for (;;) {
      const asked = Date.now()
      const wait = Math.min(HELD_SECONDS, Math.max(0, Math.ceil((end - asked) / 1000)))
      const report = await getTest(
        token,
        { wait },
        { ...(signal && { signal }), patience: end - asked },
      ).catch((error: unknown) => {
        const pausing = error instanceof RateLimitedError ? (error.retryAfter ?? 0) * 1000 : 0
        throw pausing > end - Date.now() ? tooLate(error) : error
      })
      if (report.status !== 'pending') return report
      if (Date.now() >= end) throw tooLate()
      // The service ends a wait early when it stops: it shall not be asked in a tight loop then.
      if (Date.now() - asked < 1000) await pause(Math.min(1000, end - Date.now()), signal)
    }
  }

  const dmarcReports = async (id: string, query?: ListDmarcReportsQuery, { signal }: CallOptions = {}) =>
    read<DmarcReportList>({
      operation: OPERATIONS.listDmarcReports,
      path: { id: domainIn(id) },
      query: { ...query },
      signal,
    })

  const dmarcSources = async (id: string, query?: ListDmarcSourcesQuery, { signal }: CallOptions = {}) =>
    read<DmarcSourceList>({
      operation: OPERATIONS.listDmarcSources,
      path: { id: domainIn(id) },
      query: { ...query },
      signal,
    })

  return {
    createTest: ({ idempotencyKey = crypto.randomUUID(), signal } = {}) =>
      read<Test>({
        operation: OPERATIONS.createTest,
        headers: { 'idempotency-key': idempotencyKey },
        signal,
      }),
    listTests,
    testPage,
    getTest,
    waitForReport,
    updateTest: async (token, word, { signal } = {}) =>
      read<Report>({
        operation: OPERATIONS.updateTest,
        path: { token: tokenIn(token) },
        body: { ...word },
        signal,
      }),
    sharedTest: async (token, query, { signal } = {}) =>
      read<Report>({
        operation: OPERATIONS.getSharedTest,
        path: { token: tokenIn(token) },
        query: { ...query },
        signal,
      }),
    sharedMessage: async (token, query, { signal } = {}) =>
      read<Message>({
        operation: OPERATIONS.getSharedMessage,
        path: { token: tokenIn(token) },
        query: { ...query },
        signal,
      }),
    whoami: ({ signal } = {}) => read<Whoami>({ operation: OPERATIONS.whoami, signal }),
    domains: async ({ signal } = {}) =>
      (await read<DomainList>({ operation: OPERATIONS.listDomains, signal })).domains,
    dmarcSummary: async (id, query, { signal } = {}) =>
      read<DmarcSummary>({
        operation: OPERATIONS.getDmarcSummary,
        path: { id: domainIn(id) },
        query: { ...query },
        signal,
      }),
    dmarcReports,
    listDmarcReports: (id, query = {}, callOptions = {}) =>
      walkWindow(
        query,
        (page) => dmarcReports(id, page, callOptions),
        ({ reports }) => reports,
        (report) => report.id,
      ),
    dmarcSources,
    listDmarcSources: (id, query = {}, callOptions = {}) =>
      walkWindow(
        query,
        (page) => dmarcSources(id, page, callOptions),
        ({ sources }) => sources,
        ({ source }) => source,
      ),
  }
}
