import type { FileFault } from '../../files/file.ts'
import type { Progress } from '../../machines/rules/upload-progress.ts'
import { secondsLeft, speedOf } from '../../machines/rules/upload-progress.ts'
import { formatBytes, inUnit, unitOf } from '../bytes.ts'
import { formatNumber } from '../format-number.ts'
import { localeOf } from '../formats.ts'
import type { Language } from '../language.ts'
import type { Translate } from '../words.ts'

/** The sentence for why a file can't be taken; sizes that would read the same are told to the byte too. */
export function sayFault(fault: FileFault, translate: Translate, language: Language): string {
  const { word, params, sizes = {}, keys = {} } = fault
  const told = Object.entries(sizes).map(([name, bytes]) => [name, bytes, formatBytes(bytes, language)] as const)
  const isVague = new Set(told.map(([, , text]) => text)).size < told.length
  const values = told.map(([name, bytes, text]) => {
    if (!isVague) return [name, text] as const
    const exact = `${formatNumber(bytes, language)} B`
    return [name, name === 'size' ? exact : `${text} (${exact})`] as const
  })
  const anyOf = new Intl.ListFormat(localeOf(language), { type: 'disjunction' })
  const words = Object.entries(keys).map(([name, key]) => [name, anyOf.format([key].flat().map((it) => translate(it)))])
  return translate(word, { ...params, ...Object.fromEntries(values), ...Object.fromEntries(words) })
}

/** How far an upload is, in words: "24.9 of 38.6 MB", "3.1 MB/s", "about 5 s left". */
export function progressFacts(progress: Progress, translate: Translate, language: Language): string[] {
  const { sentBytes, totalBytes } = progress
  const sent = inUnit(sentBytes, language, unitOf(totalBytes))
  const facts = [translate('upload.bytesOf', { sent, total: formatBytes(totalBytes, language) })]
  const speed = speedOf(progress)
  const seconds = secondsLeft(progress)
  if (speed === undefined || seconds === undefined) return facts
  const left = seconds < 90 ? (['upload.secondsLeft', seconds] as const) : minutes(seconds)
  return [
    ...facts,
    translate('upload.speed', { speed: formatBytes(speed, language) }),
    translate(left[0], { n: left[1] }),
  ]
}

const minutes = (seconds: number) => ['upload.minutesLeft', Math.round(seconds / 60)] as const
