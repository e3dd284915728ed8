import type { Faults } from '../../machines/rules/form.ts'
import { ASSET_FILE_NAMES, type AssetFile } from '../../machines/rules/new-asset.ts'
import { localeOf } from '../formats.ts'
import type { Language } from '../language.ts'
import type { UploadSnapshot } from '../upload/upload-words.ts'
import type { Translate } from '../words.ts'

/** The parts of the page that creating an asset depends on. */
export interface Awaited extends Readonly<Record<AssetFile, UploadSnapshot>> {
  faults: Faults
}

/** Says what creating still waits for, in one sentence; `undefined` when for nothing. */
export function sayWaits(awaited: Awaited, translate: Translate, language: Language): string | undefined {
  const parts = waitsOf(awaited).map((word) => translate(`new.waits.${word}`))
  if (parts.length === 0) return undefined
  return translate('new.waitsFor', {
    what: new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(parts),
  })
}

/** Whether creating waits for nothing. */
export const isComplete = (awaited: Awaited): boolean => waitsOf(awaited).length === 0

function waitsOf({ faults, ...uploads }: Awaited): string[] {
  const files = ASSET_FILE_NAMES.flatMap((name) => waitOf(name, uploads[name], faults) ?? [])
  return [...files, ...['name', 'type', 'gender'].filter((field) => faults[field])]
}

function waitOf(name: AssetFile, upload: UploadSnapshot, faults: Faults): string | undefined {
  if (upload.hasTag('failed')) return `${name}Sound`
  if (upload.matches('vacant')) return name === 'model' ? 'modelChosen' : undefined
  if (!upload.matches('sent')) return `${name}Sent`
  return faults[name] ? `${name}Sound` : undefined
}
