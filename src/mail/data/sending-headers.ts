/** Header fields that campaign tools add and transactional streams of the same companies mostly do not. A trailing `*` is any rest. */
export const CAMPAIGN_HEADERS = [
  'x-campaign', 'x-campaign-id', 'x-campaignid', 'x-campaign_id', 'x-mc-user', 'x-mccampaign*', 'x-mailchimp*', 'x-klaviyo*',
  'x-rpcampaign', 'x-emv-*', 'x-sib-campaign*', 'x-mailin-campaign', 'x-mailgun-campaign-id', 'x-ctct-id', 'x-roving-id',
  'x-roving-campaignid', 'x-mktmailingid', 'x-mktarchive', 'x-mailing-id', 'x-mailingid', 'x-newsletter*', 'x-phplist*',
  'x-mautic*', 'x-mailpoet*', 'x-acymailing*', 'x-getresponse*', 'x-cleverreach*', 'x-rapidmail*', 'x-ac-campaign*',
  'x-aweber*', 'x-convertkit*', 'x-ck-*', 'x-omnisend*', 'x-drip*', 'x-benchmark*', 'x-icontact*', 'x-mailjet-campaign',
  'x-mj-campaign', 'x-hs-campaign*', 'x-elqsiteid', 'x-elqpod', 'x-responsys*', 'x-ext-campaign*', 'x-sendy*', 'x-listmonk*',
  'x-csa-complaints', 'x-bulkmail', 'x-mass-mail*', 'x-mailerlite*', 'x-sailthru*', 'x-iterable-campaign*', 'x-braze*',
  'x-beehiiv*', 'x-substack*', 'x-ghost-newsletter*', 'x-laposta*', 'x-sarbacane*', 'x-emarsys*', 'x-inx*',
] // biome-ignore format: one line per line of a letter would be a page

/** Fields of discussion lists' software. */
export const LIST_HEADERS = [
  'list-post',
  'x-mailman-version',
  'x-beenthere',
  'x-mailing-list',
  'mailing-list',
  'x-sympa-to',
  'x-ml-name',
  'x-list-received-date',
  'x-google-group-id',
  'x-discourse-topic-id',
  'x-topicbox-delivery-id',
  'list-owner',
]

/** Fields of mail that a program sends because something happened to its reader. */
export const EVENT_HEADERS = [
  'x-github-reason',
  'x-gitlab-project',
  'x-jira-fingerprint',
  'x-stripe-eid',
  'x-otrs-loop',
  'x-cron-env',
  'x-rt-loop-prevention',
  'x-zendesk-from-account-id',
  'x-amazon-mail-relay-type',
  'x-paypal*',
  'x-transactional*',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-failed-recipients',
]

/** What people write mail with. */
export const PERSONAL_CLIENTS =
  /thunderbird|apple mail|iphone mail|ipad mail|microsoft outlook|outlook express|microsoft-macoutlook|windows mail|k-9|k9|fairemail|evolution|kmail|mutt|alpine|claws|sylpheed|roundcube|horde|squirrelmail|zimbra|the bat|mailspring|em client|protonmail|rainloop|snappymail|sogo|airmail|spark|gnus|geary|betterbird|seamonkey|mailmate|postbox|canary|yahoo mail|yahoomailproxy|webmail|openxchange|open-xchange|nextcloud|himalaya|neomutt|trojita|balsa|opera mail|bluemail/i

/** What campaigns and newsletters are sent with. */
export const CAMPAIGN_MAILERS =
  /mailchimp|phplist|mailpoet|acymailing|sendy|mautic|interspire|newsletter|listmonk|cleverreach|campaign|mailwizz|emailmarketer|oempro|sendblaster|atomic mail|supermailer|inxmail|rapidmail|gammadyne|dotmailer|cakemail|mailerlite|bulk/i
