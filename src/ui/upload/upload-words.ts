import type { SnapshotFrom } from 'xstate'
import { wordOf } from '../../api/contract/errors.ts'
import type { uploadMachine } from '../../machines/upload.machine.ts'
import type { Language } from '../language.ts'
import type { Translate } from '../words.ts'
import { sayFault } from './upload-facts.ts'

/** How an upload stands. */
export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/** The sentence under a file field: the file's own fault, why it isn't sent, or the form's while no file is held. */
export function sayTrouble(
  upload: UploadSnapshot,
  formError: string | undefined,
  translate: Translate,
  language: Language,
): { text: string | undefined; isInvalid: boolean } {
  const { fault, error } = upload.context
  const isSettled = upload.matches('vacant') || upload.matches('sent')
  // While the file is on its way the form's "not uploaded yet" is no fault of the person's.
  const own = fault ? sayFault(fault, translate, language) : isSettled ? formError : undefined
  if (own !== undefined) return { text: own, isInvalid: true }
  return { text: upload.matches('failed') ? translate(wordOf(error)) : undefined, isInvalid: false }
}

/** What a screen reader is told as a file goes on: the turns, not every percent. */
export function sayNews(upload: UploadSnapshot, translate: Translate): string {
  const name = upload.context.file?.name
  if (name === undefined) return ''
  if (upload.matches('checking')) return translate('upload.said.checking', { name })
  if (upload.matches({ sending: 'paused' })) return translate('upload.said.paused', { name })
  if (upload.matches({ sending: { active: 'waiting' } })) return translate('upload.said.waiting', { name })
  if (upload.matches({ sending: { active: 'moving' } })) return translate('upload.said.sending', { name })
  if (upload.matches('sending')) return translate('upload.said.retrying', { name })
  return upload.matches('sent') ? translate('upload.said.sent', { name }) : ''
}
