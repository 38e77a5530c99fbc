/** Local banks, people, firms with a name that is a word, resellers, clubs, and services that send for others. */
export const HONEST_SENDERS = `
  Volksbank <info@volksbank-musterstadt.de>
  Volksbank <service@volksbank-ueberwald.de>
  Volksbank <kontakt@vobawest.de>
  Volksbank Kundenservice <info@volksbank-nordtal.de>
  Ihre Volksbank <info@voba-seeland.de>
  VR Bank <info@vr-bank-bergland.de>
  VR-Bank <info@vrbank-suedtal.de>
  Raiffeisenbank <info@rb-waldheim.de>
  Raiffeisenbank <info@raiffeisenbank-altdorf.de>
  Raiffeisen <info@raiffeisen-warenhaus.de>
  Raiffeisen <markt@landhandel-west.de>
  Volksbank Musterstadt eG <info@volksbank-musterstadt.de>
  Sparkasse <info@sparkasse-musterkreis.de>
  Sparkasse <info@spk-nordkreis.de>
  Sparkasse <info@ksk-suedkreis.de>
  Sparkasse <newsletter@banking-musterkreis.de>
  Ihre Sparkasse <info@sparkasse-waldkreis.de>
  Sparkasse Kundenservice <info@sparkasse-waldkreis.de>
  Die Sparkasse <info@die-sparkasse-bergkreis.de>
  Sparkassen <info@sparkassen-chor.de>
  Sparkasse Beispielstadt <info@sk-beispielstadt.de>
  First National Bank <info@fnbsmalltown.com>
  First National Bank <info@fnb-lakeside.com>
  Citizens Bank <info@citizensbank-smalltown.com>
  Die Post <info@diepost-magazin.ch>
  Die Post <redaktion@dorfzeitung.de>
  Post <info@post-apotheke.de>
  Hotel Post <info@hotelpost-tirol.at>
  Gasthof Post <info@gasthof-post.at>
  Orange <info@orange-catering.de>
  Orange <hello@orangedesign.studio>
  Orange <news@fruitmarket.example.org>
  Orange Service <info@orange-haustechnik.de>
  Orange Support <help@orangesoftware.io>
  Orange County Library <news@ocl.example.org>
  Orange Team <team@juicebar.net>
  Apple <apple@bakery.org>
  Apple Bank <info@applebank.example.org>
  Apple Tree Kindergarten <info@appletree.org>
  Apple Service <info@apple-reparatur-muenchen.de>
  Visa <visa@embassy.example.org>
  Visa Office <visa@consulate.example.org>
  Visa Services <info@visaservices-travel.com>
  Wise <anna@wise-consulting.com>
  Wise <hello@wisewords.org>
  Wise Support <support@wise-erp.com>
  Target <info@target-marketing.de>
  Target <news@targetshooting.org>
  Target Support <help@targetprocess.example.org>
  Target Group <hello@targetgroup.io>
  Steam <info@steam-sauna.fi>
  Steam <club@steamtrains.org>
  Steam Museum <info@steammuseum.org>
  Line <line@familiehansen.dk>
  Line <info@line-dance.org>
  Line Support <help@lineengineering.com>
  Line Account <line@hansen.dk>
  Ledger <news@dailyledger.com>
  Ledger Accounts <office@ledgeraccounting.co.uk>
  Ledger Support <help@ledger-cli.org>
  Chase <chase@musicians.org>
  Chase Support <support@chasesoftware.co.uk>
  Chase Miller <chase.miller@example.org>
  Chase Service <info@chase-plumbing.com>
  Chase Team <team@chase-racing.com>
  Metro <news@metro-zeitung.at>
  Metro <info@metro-kino.at>
  Metro Support <help@metrotransit.org>
  Shell <shell@unixclub.org>
  Shell Support <help@shellscripts.io>
  Delta <info@delta-bau.de>
  Delta <hello@deltadental.example.org>
  Delta Support <help@delta-controls.com>
  Delta Service <service@delta-heizung.de>
  Discover <info@discover-norway.no>
  Discover <mail@magazine.org>
  Discover Magazine <mail@magazine.org>
  Discover Support <help@discover-travel.com>
  Capital <redaktion@capital-heft.de>
  Capital Support <help@capital-ventures.com>
  Square <info@square-architects.nl>
  Square <club@squaredance.org>
  Square Support <help@square-fit.com>
  Stripe <info@stripe-clothing.com>
  Stripe Support <help@zebrastripe.org>
  Zoom <info@zoom-foto.de>
  Zoom <zoo@zoom-erlebniswelt.de>
  Zoom Support <help@zoomcamera.org>
  Signal <info@signal-iduna.example.org>
  Signal Support <help@signal-technik.de>
  Discord <band@discord-music.org>
  Discord Support <help@discordband.com>
  Slack <mary@slack-family.org>
  Slack Support <help@slackline-shop.de>
  Meta <meta@philosophy.org>
  Meta Support <info@meta-institut.de>
  Uber <anna@uber-family.de>
  Kraken <info@kraken-tauchen.de>
  Kraken Support <help@krakenrum.org>
  Blizzard <info@blizzard-ski.at>
  Twitch <hello@twitchbirds.org>
  Telegram <redaktion@telegram-zeitung.de>
  Adobe <info@adobe-houses.org>
  Wix <wix@example.org>
  Indeed <news@indeedsermons.org>
  Allegro <info@allegro-musikschule.de>
  Allegro Support <help@allegro-chor.de>
  Argenta <info@argenta-hotel.it>
  Affirm <hello@affirm-therapy.org>
  Fidelity <info@fidelity-audio.de>
  Vanguard <club@vanguard-chess.org>
  Nationwide <info@nationwide-movers.com>
  Best Buy <sales@bestbuy-carpets.co.uk>
  Ozon <info@ozon-reinigung.de>
  Elster <info@elster-optik.de>
  AXA <info@axa-agentur-mueller.de>
  ING <office@ing-schmidt.at>
  ING Service <info@ing-buero-huber.at>
  Citi <info@citi-park.de>
  Carrefour <info@carrefour-association.fr>
  Otto <otto@familie-otto.de>
  Otto <info@otto-baustoffe.de>
  Otto Service <service@otto-kaelte.de>
  Otto Müller <otto.mueller@example.org>
  Ford <harrison@ford-family.org>
  Wells <anne@wells.org>
  Anne Wells <anne@wells.org>
  Tom Ford <tom@ford-design.org>
  John Target <john@target-family.org>
  Norton <info@norton-motorcycles.org>
  Norton Support <help@norton-village.org>
  Mollie <mollie@example.org>
  Tim <tim@example.org>
  TIM Support <help@tim-software.de>
  Seb <seb@example.org>
  Ally <ally@example.org>
  Ally Support <help@ally-network.org>
  Desjardins <marie@desjardins-notaire.fr>
  Lloyds <info@lloyds-pharmacy.example.org>
  Halifax <council@halifaxtown.org>
  Sky <sky@example.org>
  Three <hello@three-architects.com>
  Box <hello@boxing-club.org>
  Sage <hello@sage-kitchen.org>
  Spectrum <news@spectrum-science.org>
  Notion <hello@notion-books.org>
  Gemini <hello@gemini-twins.org>
  Sunrise <info@sunrise-yoga.org>
  Hermes <info@hermes-arzneimittel.de>
  Emirates <info@emirates-stamps.org>
  Anna Schmidt via DocuSign <dse@docusign.net>
  PayPal via DocuSign <dse_na3@docusign.net>
  Microsoft <jobs@smartrecruiters.com>
  Amazon <invitations@qualtrics-survey.com>
  John via LinkedIn <john@example.org>
  Amazon Rainforest Fund <info@rainforest.org>
  Nintendo Fan Club Bonn <info@nintendofans.org>
  Netflix Addicts Podcast <hello@addictspodcast.org>
  Apple User Group Berlin <info@aug-berlin.org>
  Microsoft Partner Huber IT <info@huber-it.at>
  DHL-Paketshop Kiosk Maier <kiosk@maier-kiosk.de>
  Telekom Partner Shop Nord <shop@partnershop-nord.de>
  Tesla Owners Club <info@teslaclub.org>
  GitLab <gitlab@forge.example.org>
  cPanel <cpanel@server.example.org>
  Roundcube Webmail <mail@isp.example.org>
  Alibaba <info@alibaba-restaurant.de>
  Robinhood <info@robinhood-pub.co.uk>
  Kakao <info@schokoladenhaus.de>
  Zelle <info@zelle-kulturzentrum.de>
  Allianz <info@agentur-huber.de>
  Google Developer Group Berlin <info@gdg-berlin.org>
  Vodafone-Shop Maier <info@shop-maier.de>
  Samsung Repair Centre Leeds <info@leedsrepairs.co.uk>
`
