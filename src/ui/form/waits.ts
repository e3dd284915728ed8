import type { SnapshotFrom } from 'xstate'
import type { Faults } from '../../machines/rules/form.ts'
import type { uploadMachine } from '../../machines/upload.machine.ts'
import type { Language, Translate } from '../words.ts'

/** How an upload stands. */
export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/** The parts of the page that creating an asset depends on. */
export interface Awaited {
  faults: Faults
  model: UploadSnapshot
  icon: UploadSnapshot
}

/** Says what creating still waits for, in one sentence; `undefined` when for nothing. */
export function sayWaits(awaited: Awaited, translate: Translate, language: Language): string | undefined {
  const parts = waitsOf(awaited).map((word) => translate(`new.waits.${word}`))
  if (parts.length === 0) return undefined
  return translate('new.waitsFor', { what: new Intl.ListFormat(language, { type: 'conjunction' }).format(parts) })
}

function waitsOf({ faults, model, icon }: Awaited): string[] {
  const waits: string[] = []
  if (model.hasTag('failed')) waits.push('modelSound')
  else if (model.matches('vacant')) waits.push('modelChosen')
  else if (!model.matches('sent')) waits.push('modelSent')
  else if (faults['model']) waits.push('modelSound')
  if (icon.hasTag('failed')) waits.push('iconSound')
  else if (!icon.matches('vacant') && !icon.matches('sent')) waits.push('iconSent')
  if (icon.matches('sent') && faults['icon']) waits.push('iconSound')
  for (const field of ['name', 'type', 'gender']) if (faults[field]) waits.push(field)
  return waits
}
