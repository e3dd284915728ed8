import type { FieldErrors } from '../../machines/form/form.ts'
import { ASSET_FILE_NAMES, type AssetFile } from '../../machines/new-asset/new-asset.ts'
import { localeOf } from '../formats.ts'
import type { Language } from '../language.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import type { UploadSnapshot } from '../upload/upload-messages.ts'

/** State of the page that decides whether the asset can be created: the uploads and the form's errors. */
export interface CreationInputs extends Readonly<Record<AssetFile, UploadSnapshot>> {
  faults: FieldErrors
}

/** Returns a message that lists the missing requirements; `undefined` when there are none. */
export function describeMissingRequirements(
  creationParts: CreationInputs,
  translate: Translate<MessageKey<'common' | 'form'>>,
  language: Language,
): string | undefined {
  const parts = missingPartKeys(creationParts).map((partKey) => translate(`new.waits.${partKey}`))
  if (parts.length === 0) return undefined
  return translate('new.waitsFor', {
    what: new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(parts),
  })
}

export const isReadyToCreate = (parts: CreationInputs): boolean => missingPartKeys(parts).length === 0

type MissingPart = 'name' | 'type' | 'gender' | 'modelChosen' | `${AssetFile}${'Sound' | 'Sent'}`

function missingPartKeys({ faults, ...uploads }: CreationInputs): MissingPart[] {
  const files = ASSET_FILE_NAMES.flatMap((name) => missingPartKeyOf(name, uploads[name], faults) ?? [])
  return [...files, ...(['name', 'type', 'gender'] as const).filter((field) => faults[field])]
}

function missingPartKeyOf(name: AssetFile, upload: UploadSnapshot, errors: FieldErrors): MissingPart | undefined {
  if (upload.hasTag('failed')) return `${name}Sound`
  if (upload.matches('empty')) return name === 'model' ? 'modelChosen' : undefined
  if (!upload.matches('sent')) return `${name}Sent`
  return errors[name] ? `${name}Sound` : undefined
}
