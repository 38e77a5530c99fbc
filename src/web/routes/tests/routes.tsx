import { TEST_LINKS } from '../../links/tests.ts'
import { TestListDocument } from '../../pages/tests/list.tsx'
import { NewTestDocument } from '../../pages/tests/new.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'
import type { UploadRefused } from '../gathering.ts'
import type { TestsDeps } from './deps.ts'
import { ownTestRoutes } from './own.ts'
import { testsAsked, withoutEmpty } from './query.ts'
import { notMade } from './refusals.ts'

const DONE: Readonly<Record<string, string>> = {
  deleted: 'The test was deleted, with its messages and reports.',
}

/** `/tests`: the tests of an account, new ones, and what its people do with one. */
export function testsRoutes(route: Route, deps: TestsDeps): void {
  route(TEST_LINKS.tests, {
    get: by('tests.read', listHandler(deps)),
    post: by('tests.create', createHandler(deps)),
  })
  route(TEST_LINKS.newTest, {
    get: by('tests.create', ({ site }) => ownPage(<NewTestDocument site={site} />)),
  })
  route(TEST_LINKS.uploadTest, { post: by('tests.create', uploadHandler(deps)) })
  ownTestRoutes(route, deps)
}

function listHandler({ accountTests, clock }: TestsDeps): Handler<'tests.read'> {
  return async ({ request, site, actor }) => {
    const url = new URL(request.url)
    const clean = withoutEmpty(url)
    if (clean !== undefined) return seeOther(clean)
    const asked = testsAsked(url)
    const found = await accountTests.find(actor, asked.query)
    const done = DONE[url.searchParams.get('done') ?? '']
    const page = (
      <TestListDocument
        site={site}
        found={found}
        asked={asked}
        now={clock.now()}
        {...(done !== undefined && { done })}
      />
    )
    return ownPage(page, asked.filled.problems.length > 0 ? 422 : 200)
  }
}

function createHandler({ accountTests, clock }: TestsDeps): Handler<'tests.create'> {
  return async ({ site, actor }) => {
    const made = await accountTests.create(actor)
    if (made.ok) return seeOther(site.href.test(made.value.token))
    const { status, notice, headers } = notMade(made.refusal, 'No test was made', clock.now())
    return ownPage(<NewTestDocument site={site} notice={notice} />, status, headers)
  }
}

function uploadHandler({ accountTests, uploading, clock }: TestsDeps): Handler<'tests.create'> {
  return (visit) => {
    const { site, actor } = visit
    const notTaken = ({ status, notice, headers }: UploadRefused) =>
      ownPage(<NewTestDocument site={site} notice={notice} />, status, headers)
    const answers = {
      notTaken,
      refused: (refusal: Parameters<typeof notMade>[0]) =>
        notTaken(notMade(refusal, 'That file was not accepted', clock.now())),
    }
    return uploading(visit, answers, (file) => accountTests.upload(actor, file))
  }
}
