import type { Image } from '../../reading/images/view.ts'
import type { Remark } from '../../remark.ts'

/** What is said of the images of a message. */
export type ImageCode =
  | 'image-only'
  | 'little-text'
  | 'alt-missing'
  | 'alt-missing-image-only'
  | 'size-missing'
  | 'cid-unresolved'
  | 'address-incomplete'
  | 'data-image'
  | 'http-image'

export interface ImageFacts {
  /** Without pixels. */
  shown: readonly Image[]
  /** Of cid: and relative addresses: those that lead nowhere. */
  unresolved: readonly Image[]
  /** Characters of visible text, as `weighLetters` counts them. */
  letters: number
  /** Written by a person, with pictures sent along. */
  photographs: boolean
}

const FEW_LETTERS = 50
/** A picture cut into pieces: so many small ones are more than logos. */
const SLICES = 4
const LITTLE_TEXT = 200
/** About what a mail is wide, and half as high. */
const LARGE_AREA = 300_000

/** Counts what is written; one character of a script without spaces says as much as three letters. */
export function weighLetters(text: string): number {
  const dense =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return text.replace(/[\p{Z}\p{C}\s]+/gu, '').length + 2 * dense
}

/** Whether a reader who sees no images still learns what the message says. */
export function judgeBalance({ shown, letters, photographs }: ImageFacts): Remark<ImageCode>[] {
  const pictures = shown.filter(({ spacer, background }) => !(spacer || background))
  const large = pictures.some(({ small }) => !small)
  const telling = large || pictures.length >= SLICES || (pictures.length > 0 && letters === 0)
  if (photographs || !telling) return []
  const advice =
    'Write what the images say as text beside them; many readers and all filters see the text first.'
  const reference = 'SpamAssassin HTML_IMAGE_ONLY_*, HTML_IMAGE_RATIO_*'
  if (letters < FEW_LETTERS) {
    const says = `The message is made of images: beside ${countOf(pictures.length, 'image')} it shows ${letters} characters of text.`
    return [{ code: 'image-only', says, advice, reference }]
  }
  const area = pictures.reduce((sum, image) => sum + (image.area ?? 0), 0)
  if (letters >= LITTLE_TEXT || area < LARGE_AREA) return []
  const says = `The images outweigh the text: ${letters} characters beside ${area} pixels of images.`
  return [{ code: 'little-text', says, advice, reference }]
}

/** Whether the images will be there, and what stands for them until then. */
export function judgeImages({ shown, unresolved, letters, photographs }: ImageFacts): Remark<ImageCode>[] {
  const remarks: Remark<ImageCode>[] = []
  const add = (code: ImageCode, says: string, advice: string, reference: string) =>
    remarks.push({ code, says, advice, reference })
  const foreground = shown.filter(({ background }) => !background)
  const noAlternative = foreground.filter(({ alternative, spacer }) => alternative === 'missing' && !spacer)
  if (noAlternative.length > 0 && !photographs) {
    add(
      letters < FEW_LETTERS ? 'alt-missing-image-only' : 'alt-missing',
      `${countOf(noAlternative.length, 'image')} of ${foreground.length} ${noAlternative.length === 1 ? 'has' : 'have'} no alternative text.`,
      'Give every img an alt attribute: what the image says, or alt="" where it only decorates.',
      'WCAG 2.2 section 1.1.1',
    )
  }
  const unsized = foreground.filter(
    ({ sized, source }) => !sized && (source === 'http' || source === 'https'),
  )
  if (unsized.length > 0) {
    add(
      'size-missing',
      `${countOf(unsized.length, 'image')} of ${foreground.length} ${unsized.length === 1 ? 'tells' : 'tell'} neither width nor height.`,
      'Give every img its width and height, so that the text does not jump when images are loaded.',
      'HTML Living Standard section 4.8.17',
    )
  }
  const lost = unresolved.filter(({ source }) => source === 'cid')
  if (lost.length > 0) {
    add(
      'cid-unresolved',
      `${countOf(lost.length, 'image')} ${lost.length === 1 ? 'points' : 'point'} to a part that the message does not hold.`,
      'Send the image as a part of multipart/related whose Content-ID is the address behind cid:.',
      'RFC 2392; RFC 2387',
    )
  }
  const nowhere = unresolved.length - lost.length
  if (nowhere > 0) {
    add(
      'address-incomplete',
      `${countOf(nowhere, 'image')} ${nowhere === 1 ? 'has' : 'have'} no address, or one that is not complete.`,
      'Write the address of every image in full, with https://.',
      'HTML Living Standard section 4.8.3; RFC 2557',
    )
  }
  return [...remarks, ...judgeSchemes(shown)]
}

function judgeSchemes(shown: readonly Image[]): Remark<ImageCode>[] {
  const remarks: Remark<ImageCode>[] = []
  const data = shown.filter(({ source }) => source === 'data').length
  if (data > 0) {
    remarks.push({
      code: 'data-image',
      says: `${countOf(data, 'image')} ${data === 1 ? 'is' : 'are'} written into the HTML (data:), which Gmail and Outlook do not show.`,
      advice:
        'Put the image on a web server, or send it as a part of multipart/related and point to it with cid:.',
      reference: 'caniemail.com, image-base64',
    })
  }
  const plain = shown.filter(({ source }) => source === 'http').length
  if (plain > 0) {
    remarks.push({
      code: 'http-image',
      says: `${countOf(plain, 'image')} ${plain === 1 ? 'is' : 'are'} fetched without encryption.`,
      advice: 'Serve images over https.',
      reference: 'RFC 9110 section 4.2.2',
    })
  }
  return remarks
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
