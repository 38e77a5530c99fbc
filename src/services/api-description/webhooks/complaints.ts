import type { Schema } from '../document.ts'
import { count, text } from '../fields.ts'

/** What webhooks are sent of complaints. `domain`: the keys that name it. */
export const complaintsRateHigh = <T extends Readonly<Record<string, Schema>>>(domain: T) =>
  ({
    summary: 'Recipients complain about mail of a domain',
    description:
      'When authenticated reports of a provider’s feedback loop are about at least 0.3 % of the mail that it says was sent; or, where that is not known, about many more messages than before.',
    data: {
      ...domain,
      provider: text('The provider that reports: its id, or its domain.'),
      name: text('Its name.'),
      complaints: count('Complaints that were counted.'),
      days: count('Days that they are of.'),
      complaints_before: count('Complaints in as many days before, on average of four times.'),
      'sent?': count(
        'Messages of these days that passed DMARC, by the provider’s own aggregate reports. Absent: it sends none.',
      ),
      'complaint_rate?': {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'The share of them that was complained about, 0 to 1, rounded down to 4 places.',
      },
      other_providers: count('How many more providers came with it.'),
    },
  }) as const
