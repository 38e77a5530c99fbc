import type { AuthWords } from './concepts.ts'

/** English, whose words also stand in mail of every other language. */
export const ENGLISH: Readonly<Record<string, AuthWords>> = {
  en: {
    code: 'code|codes|*code|passcode*|pin|pins|otp|totp|token|one time password*|one time key|one time pin',
    auth: 'verif*|authenticat*|auth|security|secure|login|log in|sign in|signin|sign on|log on|one time|single use|2fa|mfa|two factor|two step|2 step|multi factor|identity|otp|totp|passcode*|access|recovery|backup|unlock|registration|sign up|signup|activation|authori*|one time password*|one time key|one time pin|device|approval|3d secure|step up|tan',
    pass: 'password*|passphrase*|pass word|pwd|passcode*|memorable word|credentials|login details|log in details|sign in details',
    reset:
      'reset|resets|resetting|forgot|forgotten|forget|set|set up|setup|create|choose|pick|recover|recovery|change|new|restore|lost|retrieve',
    temp: 'temporary|temp|interim|stopgap|throwaway|starter|login details|log in details|credentials|initial|one time|provisional|default|generated|first',
    sign: 'magic link*|sign in|signin|signing in|sign into|log in|login|logging in|log into|log on|logon|sign on|get into your account|get back into|single sign on|sso|access your account',
    link: 'link|links|url|magic link*',
    click: 'click|tap|press|button|follow|use this|use the|hit the|below|open this',
    conf: 'verify|verifying|verification|confirm|confirming|activate|activation|activating|validate|validation|approve|authorize|authorise|complete|finish|finalize|finalise',
    confn: 'confirmation|opt in',
    mail: 'email|e mail|email address|mail address|mailbox|inbox',
    acct: 'account|registration|sign up|signup|identity|device|profile|login|sign in|subscription|membership|enrollment|enrolment|phone number|browser|user id|id|app|portal|vault|child|parent|domain|certificate|mandate',
    unlock:
      'unlock|lift the pause|lift the block|lift the lock|lift the hold|lift the suspension|unpause|unsuspend|unblock|reactivate|regain access|restore access|recover',
    expire:
      'expire*|goes stale|go stale|good until|stops working|closes|runs out|valid|good for|works for|work for|expiry',
    unit: 'minute*|min|mins|hour*|hrs|once|single|day|days|seconds|one time',
    not: 'not|didnt|did not|didnt ask|did not ask|dont|never|wasnt|havent|no one',
    ask: 'request*|asked|didnt ask|did not ask|not asked|initiate*|attempt*|try|trying|tried|sign up|expect*|make this request|make this|create',
    ignore: 'ignore|disregard|no action is needed|nothing will change|delete this',
    share: 'share|sharing|disclose|give this|give it|tell anyone|reveal|forward this|show this|ask you for',
    notyou:
      'not you|wasnt you|isnt you|was not you|didnt make this change|did not make this change|dont recognise|dont recognize|do not recognize|didnt do this|did not do this|not make this|didnt make this|not authorize this|didnt change|did not change',
    done: 'was changed|has been changed|been updated|was updated|was reset|been reset|successfully|was added|been added|you changed|you have changed|youve changed|just changed|recently changed|been verified|is verified|is now verified|been confirmed|is confirmed|is now active|been activated|was activated|been enabled|was enabled|turned on|been disabled|been deleted|was deleted|been closed|is closed|been removed|was disabled|turned off|thanks for confirming|thanks for verifying|thank you for confirming|thank you for verifying|password changed|password updated|was used to|were used to|new sign in|new login|signed in|logged in|changed on|changed your password|updated your password|change was made|will expire in|expires in 7 days|expires in 14 days',
    goods:
      'order|orders|invoice*|tracking|track|booking*|reservation*|coupon*|voucher*|promo*|discount*|gift|redeem*|checkout|offer|offers|deal|deals|sale|pickup|pick up|collection|collect|locker*|parcel*|package*|shipment*|shipping|delivery|deliver|delivered|courier|driver|meeting*|webinar*|zoom|dial|conference|ticket*|flight*|boarding|check in|hotel|referral|refer|invite friends|friends|zip|postal|postcode|post code|source code|bar code|barcode*|qr|error|errors|dress|country|area code|product|products|sku|item|items|door|gate|wifi|wi fi|reward*|loyalty|points|statement|receipt*|bill|appointment*|attendance|rsvp|seat|dinner|insurance|warranty|license key|sort code|tax|customs|review|conduct|swift|iban|case|reference',
    use: 'enter|use|type|using|copy|paste|provide|input|submit',
    dev: 'pull request*|merge request*|issue|issues|commit|commits|committed|bug|bugs|fix|fixes|fixed|fixing|build|builds|pipeline|branch|repository|repo|merged|merge|reviewer*|code review|reviewed|regression|refactor*|unit test*|tests|failing|assigned|assignee|reproduce*|steps to reproduce|changelog|commented|endpoint|backlog|sprint|reopened|patch|diff|stack trace|milestone|lines changed',
  },
}
