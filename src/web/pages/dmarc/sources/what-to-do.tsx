import type { AnsweredSource } from '../../../../services/answers/answered.ts'
import { Said } from '../../../components/dmarc/outcome.tsx'
import { RecordParts } from '../../../components/domain/record-parts.tsx'
import { Section } from '../../../components/frame/area.tsx'
import { published } from '../../../words/published.ts'
import type { SourceProps } from './props.ts'

/** One sentence, the record where one can be offered, and where its sender says how. */
export function WhatToDo({ place: { site, domain }, one: { source }, mayTest }: SourceProps) {
  const { advice, sender } = source
  const { says, url } = advice
  const record = advice.record && isPlain(advice.record) ? advice.record : undefined
  return (
    <Section id="todo" title="What to do">
      <p class="source-says">
        <Said text={says} most={600} />
      </p>
      {record && <RecordParts {...record} />}
      {record && (
        <p class="quiet">
          Publish it where the DNS of {domain.domain} is managed. Reports of the days after it show whether it
          helped: most come a day later.
        </p>
      )}
      {url?.startsWith('https://') && (
        <p>
          <a href={url} rel="noreferrer noopener nofollow">
            {sender ? `How ${sender.name} describes it` : 'How its provider describes it'}
          </a>
        </p>
      )}
      {mayTest && isWorthATest(source) && (
        <form method="post" action={site.href.tests} class="source-test">
          <p>
            To see what is wrong with a message of it, or whether a change helped, have it send one to a test
            address.
          </p>
          <button type="submit" class="button button-quiet">
            Send a test from it
          </button>
        </form>
      )}
    </Section>
  )
}

/** A record is copied as it is, so that it is shown as it is. */
const isPlain = ({ name, value, replaces = '' }: NonNullable<AnsweredSource['advice']['record']>): boolean =>
  [name, value, replaces].every((text) => published(text) === text)

/** Only whoever uses a sender can have it send something. */
const isWorthATest = ({ mark, standing }: AnsweredSource): boolean =>
  mark === 'mine' || (mark !== 'not_mine' && ['passing', 'unaligned', 'broken', 'unknown'].includes(standing))
