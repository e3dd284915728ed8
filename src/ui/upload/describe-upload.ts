import type { FileProblem } from '../../files/file-checks.ts'
import type { UploadProgress } from '../../machines/upload/upload-progress.ts'
import { remainingSecondsOf, speedOf } from '../../machines/upload/upload-progress.ts'
import { byteUnitIndexOf, formatBytes, formatInByteUnit } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { localeOf } from '../formats.ts'
import type { Language } from '../language.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'

/** Returns the message for a rejected file. If two sizes would look equal when rounded, the message also gives them in bytes. */
export function describeFileProblem(
  problem: FileProblem,
  translate: Translate<MessageKey<'common' | 'form'>>,
  language: Language,
): string {
  const { word, params, sizes = {}, keys = {} } = problem
  const sizeTexts = Object.entries(sizes).map(([name, bytes]) => [name, bytes, formatBytes(bytes, language)] as const)
  const isVague = new Set(sizeTexts.map(([, , text]) => text)).size < sizeTexts.length
  const values = sizeTexts.map(([name, bytes, text]) => {
    if (!isVague) return [name, text] as const
    const exact = `${formatNumber(bytes, language)} B`
    return [name, name === 'size' ? exact : `${text} (${exact})`] as const
  })
  const anyOf = new Intl.ListFormat(localeOf(language), { type: 'disjunction' })
  const listTexts = Object.entries(keys).map(([name, key]) => [
    name,
    anyOf.format([key].flat().map((item) => translate(item))),
  ])
  return translate(word, { ...params, ...Object.fromEntries(values), ...Object.fromEntries(listTexts) })
}

/** Returns the progress of an upload in words: "24.9 of 38.6 MB", "3.1 MB/s", "about 5 s left". */
export function describeUploadProgress(
  progress: UploadProgress,
  translate: Translate<MessageKey<'common' | 'form'>>,
  language: Language,
): string[] {
  const { sentBytes, totalBytes } = progress
  const sent = formatInByteUnit(sentBytes, language, byteUnitIndexOf(totalBytes))
  const facts = [translate('upload.bytesOf', { sent, total: formatBytes(totalBytes, language) })]
  const speed = speedOf(progress)
  const seconds = remainingSecondsOf(progress)
  if (speed === undefined || seconds === undefined) return facts
  const timeLeft = seconds < 90 ? (['upload.secondsLeft', seconds] as const) : minutesLeftMessage(seconds)
  return [
    ...facts,
    translate('upload.speed', { speed: formatBytes(speed, language) }),
    translate(timeLeft[0], { n: timeLeft[1] }),
  ]
}

const minutesLeftMessage = (seconds: number) => ['upload.minutesLeft', Math.round(seconds / 60)] as const
