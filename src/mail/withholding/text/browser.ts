import { remembered } from '../../reading/remembered.ts'

/** Browsers in the languages of the word lists, as stems. */
const BROWSER =
  /browser|br[áa]user|navigat(?:eu|o)r|navegador|navigador|nav\u00e8g|przegl\u0105dar|prohl[\u00ed\u00ee]\u017ee\u010d|prehliada\u010d|preglednik|pregleda\u010d|brskalnik|\u0431\u0440\u0430\u0443\u0437\u0435\u0440|\u043f\u0440\u0435\u0433\u043b\u0435\u0434\u0430\u0447|\u043f\u0440\u0435\u0433\u043b\u0435\u0434\u043d\u0438\u043a|webbl\u00e4sar|nettleser|selai(?:n|me)|veebilehitseja|brauser|p\u0101rl\u016bk|nar\u0161ykl|b\u00f6ng\u00e9sz|taray\u0131c\u0131|tr\u00ecnh duy\u1ec7t|peramban|\u03c0\u03b5\u03c1\u03b9\u03ae\u03b3\u03b7\u03c3|\u30d6\u30e9\u30a6\u30b6|\ube0c\ub77c\uc6b0\uc800|\u6d4f\u89c8\u5668|\u700f\u89bd\u5668|\u0627\u0644\u0645\u062a\u0635\u0641\u062d|\u0645\u062a\u0635\u0641\u062d|\u05d3\u05e4\u05d3\u05e4\u05df|\u0645\u0631\u0648\u0631\u06af\u0631|\u092c\u094d\u0930\u093e\u0909\u091c|\u0e40\u0e1a\u0e23\u0e32\u0e27\u0e4c\u0e40\u0e0b\u0e2d\u0e23\u0e4c|web ?version|online[- ]?version|version en ligne|versione web|versi[\u00f3o]n web|vers[\u00e3a]o web/iu
/** An address that is to be copied there may be the secret. */
const COPIED =
  /cop[iy]|kop[ij\u00ed]|paste|coll[ea]|peg[au]|incoll|cole|plak|wklej|vlo\u017e|zalepi|prilepi|lim inn|klistra|inds\u00e6t|inds\u00e6tte|beilleszt|yap\u0131\u015ft|liit\u00e4|kleeb|iel\u012bm|\u012fklij|d\u00e1n|tempel|\u0441\u043a\u043e\u043f|\u043a\u043e\u043f\u0438|\u0432\u0441\u0442\u0430\u0432|\u0432\u0431\u0430\u0446|\u043f\u043e\u0441\u0442\u0430\u0432|\u03b1\u03bd\u03c4\u03b9\u03b3\u03c1|\u03b5\u03c0\u03b9\u03ba\u03bf\u03bb|\u8cbc|\u8d34|\u590d\u5236|\u8907\u88fd|\u30b3\u30d4\u30fc|\ubcf5\uc0ac|\ubd99\uc5ec|\u0627\u0646\u0633\u062e|\u0646\u0633\u062e|\u0627\u0644\u0635\u0642|\u05d4\u05e2\u05ea\u05e7|\u05d4\u05d3\u05d1\u05e7|\u06a9\u067e\u06cc|\u0915\u0949\u092a\u0940|\u0e04\u0e31\u0e14\u0e25\u0e2d\u0e01|\u0e27\u0e32\u0e07|link|url|address|adres|lien|enlace|liga|\u0441\u0441\u044b\u043b|\u043f\u043e\u0441\u0438\u043b/iu
const MOST = 50

/** The label of a link to the message itself, as a page: what it shows, the message shows. */
export const saysViewInBrowser: (label: string) => boolean = remembered(
  (label) => label.length <= MOST && BROWSER.test(label) && !COPIED.test(label),
)
