import { type Action, type Actor, holdsTest, refusalOf } from '../../core/access/permission.ts'
import { type MailTest, opensByToken } from '../../core/mail-test.ts'

/** A test as people of its account see it. */
export interface OwnTest {
  source: MailTest['source']
  /** The monitor whose message it holds. */
  monitorId?: string
  /** Whether whoever has its address may read it; of a test that a key made it cannot be so. */
  shared: boolean
  /** What the reader's role allows. */
  may: Readonly<Record<'create' | 'share' | 'repeat', boolean>>
  /** Who made it. Absent: an API key did, or somebody who is gone. */
  createdBy?: string
}

/** What a page of a test is made of beside the test: what its reader may do to it. */
export interface Reading {
  /** They may say what the mail is, and delete the test. */
  changeable: boolean
  /** Present: they are of its account. */
  own?: OwnTest
}

/** What a reader may do to a test, and who made it. */
export function readingOf(reader: Actor, test: MailTest, createdBy?: string): Reading {
  const may = (action: Action) => !refusalOf(reader, action)
  return {
    changeable: holdsTest(reader, test, 'change') && may('tests.delete') && may('tests.describe'),
    ...(reader.kind === 'session' && {
      own: {
        source: test.source,
        ...(test.monitorId !== undefined && { monitorId: test.monitorId }),
        shared: opensByToken(test),
        may: { create: may('tests.create'), share: may('tests.share'), repeat: may('tests.repeat') },
        ...(createdBy !== undefined && { createdBy }),
      },
    }),
  }
}
