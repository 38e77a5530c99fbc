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

/** Words for what is shown, in the languages of the word lists, as stems. */
const SHOWN =
  /display|viewing|view (?:this|the) (?:e-?mail|message|newsletter)|see (?:this|the) (?:e-?mail|message|images|pictures|newsletter)|read(?:ing)? this (?:e-?mail|newsletter)|images?\b|pictures?\b|dargestellt|darstell|angezeigt|anzeig|bilder|affich|visuali[sz]|s'ouvre pas|im\u00e1genes|se ve (?:bien|correctamente|mal)|imagens|vendo (?:as|este)|visualizz|immagini|weergegeven|weergave|afbeelding|\bvisas\b|\bvises\b|\bvist\b|billeder|n\u00e4y|kuvat|kuvia|kuvata|pilte|wy\u015bwietl|obraz[k\u00f3y]|zobraz|obr\u00e1z|prikaz|slik[ea]|megjelen|k\u00e9pek|l\u00e1tja|afi\u0219|afi\u015f|imagini|visualitz|imatges|g\u00f6r\u00fcnt\u00fcle|resim|\u03b5\u03bc\u03c6\u03b1\u03bd|\u03b5\u03b9\u03ba\u03cc\u03bd|\u03c0\u03c1\u03bf\u03b2\u03bf\u03bb|\u03b2\u03bb\u03ad\u03c0\u03b5\u03c4\u03b5|\u043e\u0442\u043e\u0431\u0440\u0430\u0436|\u043a\u0430\u0440\u0442\u0438\u043d|\u0438\u0437\u043e\u0431\u0440\u0430\u0436|\u0432\u0456\u0434\u043e\u0431\u0440\u0430\u0436|\u0437\u043e\u0431\u0440\u0430\u0436|\u043f\u043e\u043a\u0430\u0437\u0432\u0430|\u043f\u0440\u0438\u043a\u0430\u0437|\u8868\u793a|\u753b\u50cf|\u663e\u793a|\u986f\u793a|\u56fe\u7247|\u5716\u7247|\ubcf4\uc774\uc9c0|\ud45c\uc2dc|\uc774\ubbf8\uc9c0|\u0e41\u0e2a\u0e14\u0e07|\u0e23\u0e39\u0e1b\u0e20\u0e32\u0e1e|\u062a\u0638\u0647\u0631|\u0639\u0631\u0636|\u0627\u0644\u0635\u0648\u0631|\u0646\u0645\u0627\u06cc\u0634|\u05ea\u05de\u05d5\u05e0|\u05de\u05d5\u05e6\u05d2|\u05e8\u05d5\u05d0\u05d9\u05dd|\u0926\u093f\u0916\u093e\u0908|\u091b\u0935\u093f|\u091a\u093f\u0924\u094d\u0930|hi\u1ec3n th\u1ecb|h\u00ecnh \u1ea3nh|tampil|gambar|att\u0113l|r\u0101d\u012bt|rodom|paveiksl|matomas/iu
const ASKED = /[?\uff1f\u061f\u037e]|trouble|problem|difficult|schwierig|difficult\u00e9|gu\u010dl|pb d'/iu
/** What is pressed in a mail that opens an account. */
const BUTTON =
  /button|schaltfl|knopf|bouton|bot\u00f3n|bot\u00e3o|bot\u00f3|pulsante|bottone|\bknop|knap|przycisk|tla\u010d[i\u00ed]|gumb|dugme|gomb|buton|painike|nupp|pog[au]\b|mygtuk|d\u00fc\u011fme|\u043a\u043d\u043e\u043f|\u0431\u0443\u0442\u043e\u043d|\u03ba\u03bf\u03c5\u03bc\u03c0|\u30dc\u30bf\u30f3|\ubc84\ud2bc|\u6309\u94ae|\u6309\u9215|\u0627\u0644\u0632\u0631|\u062f\u06a9\u0645\u0647|\u05db\u05e4\u05ea\u05d5\u05e8|\u092c\u091f\u0928|\u0e1b\u0e38\u0e48\u0e21|n\u00fat|tombol/iu
const MOST_OF_SENTENCE = 160

/** A sentence for those who do not see the mail as it was made; `denies` where it says that something is not. */
export function asksForView(sentence: string, denies: boolean): boolean {
  if (sentence.length > MOST_OF_SENTENCE || !SHOWN.test(sentence)) return false
  const bare = sentence.replace(/https?:\/\/\S{0,200}/g, ' ')
  return (denies || ASKED.test(bare)) && !BUTTON.test(bare)
}
